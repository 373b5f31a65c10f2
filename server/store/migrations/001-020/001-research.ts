// First schema: the service clock, staged records, the research itself, prices, and keys.

const collections = `check (collection in ('live', 'preview'))`;

/** Open end of a version range: a row that no later release has closed. */
export const OPEN_VERSION = 2147483647;

const versions = `from_version integer not null, to_version integer not null default ${OPEN_VERSION}, check (to_version > from_version)`;

export const researchSchema = {
  name: '001-research',
  breaking: true,
  statements: [
    // The service clock: one row per collection; its lock orders releases and ticks.
    `create table head (
       collection text primary key ${collections},
       version integer not null default 0,
       watermark timestamptz(3) not null default '1970-01-01T00:00:00Z',
       corpus_hash text)`,
    `insert into head (collection) values ('live'), ('preview')`,
    `create table release (
       collection text not null references head, version integer not null,
       effective_at timestamptz(3) not null, recorded_at timestamptz(3) not null,
       kind text not null check (kind in ('release', 'withdrawal')),
       newest_observed_at timestamptz(3), trade_state_policy text not null default 'trade-state-v1',
       report jsonb not null default '{}',
       primary key (collection, version), unique (collection, effective_at))`,

    // Records that an import has accepted and no release has published yet: as text, in canonical form.
    `create table staged (
       collection text not null references head, kind text not null, key text collate "C" not null,
       order_key text collate "C" not null, content_hash text not null, corrects text,
       observed_at timestamptz(3), body text not null, origin text not null,
       primary key (collection, kind, key))`,
    `create index staged_order on staged (collection, kind, order_key, key)`,
    `create table staged_series (
       collection text not null references head, series_id text collate "C" not null,
       ticker text not null, provider text not null, currency text not null, basis text not null,
       primary key (collection, series_id))`,
    `create table staged_price (
       collection text not null references head, series_id text collate "C" not null, session_date date not null,
       adjusted_close numeric not null, close numeric, observed_at timestamptz(3) not null, observed_stated boolean not null,
       observation_hash bytea not null,
       primary key (collection, series_id, session_date))`,

    // Every released record, by its source's own id: a repeated load adds nothing, and a changed one is refused.
    `create table record (
       collection text not null references head, kind text not null, key text collate "C" not null,
       content_hash text not null, ${versions},
       primary key (collection, kind, key, from_version))`,

    // The research. A row is eligible when from_version <= version(as_of) < to_version and observed_at <= as_of.
    `create table entity (
       collection text not null references head, entity_id uuid not null, kind text not null, ticker text, ticker_folded text collate "C",
       name text, exchange text, cik text, name_basis text not null check (name_basis in ('record', 'statement')), ${versions},
       primary key (collection, entity_id, from_version))`,
    `create index entity_ticker on entity (collection, ticker_folded, from_version, to_version)`,
    `create table industry (
       collection text not null references head, entity_id uuid not null, key text collate "C" not null, sic text collate "C" not null, sic_title text,
       filed_on date, observed_at timestamptz(3), source text, ${versions},
       primary key (collection, key, from_version))`,
    `create index industry_entity on industry (collection, entity_id)`,
    `create index industry_sic on industry (collection, sic)`,
    `create table person (
       collection text not null references head, person_id text collate "C" not null, name text not null, handle text, ${versions},
       primary key (collection, person_id, from_version))`,
    `create table source (
       collection text not null references head, source_id text collate "C" not null, kind text not null, name text not null, url text, ${versions},
       primary key (collection, source_id, from_version))`,
    `create table evidence (
       collection text not null references head, evidence_id text collate "C" not null, source_id text collate "C" not null,
       url text not null, title text not null, author_name text, published_at timestamptz(3), published_on date,
       observed_at timestamptz(3) not null, capture text not null, content_hash text not null,
       verification text not null check (verification in ('verified', 'unverified', 'source_unavailable')),
       removed_characters integer not null default 0, ${versions},
       primary key (collection, evidence_id, from_version))`,
    `create table citation (
       collection text not null references head, citation_id text collate "C" not null, evidence_id text collate "C" not null,
       locator jsonb not null, observed_at timestamptz(3) not null, ${versions},
       primary key (collection, citation_id, from_version))`,
    `create table belief (
       collection text not null references head, belief_id text collate "C" not null, entity_id uuid not null, person_id text collate "C" not null,
       origin text not null check (origin in ('bundle', 'statement')), observed_at timestamptz(3) not null, ${versions},
       withdrawn_reason text,
       primary key (collection, belief_id, from_version))`,
    `create index belief_entity on belief (collection, entity_id, observed_at, from_version, to_version)`,
    `create index belief_pair on belief (collection, person_id, entity_id)`,
    `create table revision (
       collection text not null references head, belief_id text collate "C" not null, revision integer not null,
       entity_id uuid not null, person_id text collate "C" not null, person_name text, person_handle text,
       record_key text collate "C" not null, observed_at timestamptz(3) not null, late boolean not null default false,
       direction text not null, status text not null, move text not null, summary text not null, source_citation_id text collate "C" not null,
       validity text not null, external_state text not null, body jsonb not null default '{}', ${versions},
       primary key (collection, belief_id, revision, from_version))`,
    `create index revision_entity on revision (collection, entity_id, observed_at, belief_id, revision)`,
    `create index revision_person on revision (collection, person_id, observed_at, record_key)`,
    // Claims, conditions, author intents, targets, notes and investment cases: the newest eligible row of a part_id is its state.
    `create table belief_part (
       collection text not null references head, belief_id text collate "C" not null, kind text not null, part_id text collate "C" not null,
       revision integer not null, observed_at timestamptz(3) not null, body jsonb not null, ${versions},
       primary key (collection, belief_id, kind, part_id, revision, from_version))`,

    // Prices: one vintage of a series is one adjustment basis; appended sessions join it, a restatement closes it.
    `create table price_vintage (
       collection text not null references head, vintage_id text collate "C" not null, series_id text collate "C" not null,
       entity_id uuid not null, ticker text not null, provider text not null, currency text not null, basis text not null, ${versions},
       primary key (collection, vintage_id))`,
    `create index price_vintage_entity on price_vintage (collection, entity_id)`,
    `create table price (
       collection text not null references head, vintage_id text collate "C" not null, session_date date not null,
       adjusted_close numeric not null check (adjusted_close > 0), close numeric check (close > 0),
       observed_at timestamptz(3) not null, observed_stated boolean not null, observation_hash bytea not null, from_version integer not null,
       primary key (collection, vintage_id, session_date))`,
    `create table split (
       collection text not null references head, entity_id uuid not null, effective_session date not null,
       numerator numeric not null check (numerator > 0), denominator numeric not null check (denominator > 0), ${versions},
       primary key (collection, entity_id, effective_session, from_version))`,
    `create table session (
       collection text not null references head, session_date date not null, close_at timestamptz(3), early_close boolean not null, ${versions},
       primary key (collection, session_date, from_version))`,

    `create table api_key (
       key_id text collate "C" primary key, collection text not null references head, key_sha256 bytea not null unique,
       hint text not null, name text not null, made_by text not null check (made_by in ('operator', 'start')),
       created_at timestamptz(3) not null, revoked_at timestamptz(3))`,
  ],
};
