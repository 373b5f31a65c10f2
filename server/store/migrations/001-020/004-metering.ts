// Payers: workspaces and their people, balances and their entries, one row per request id, stored bodies.

export const meteringSchema = {
  name: '004-metering',
  // An older server would answer without charging.
  breaking: true,
  statements: [
    `create table workspace (
       workspace_id text collate "C" primary key, name text not null, practice boolean not null default false,
       created_at timestamptz(3) not null)`,
    `create table user_account (
       user_id text collate "C" primary key, email text not null, email_folded text collate "C" not null unique,
       created_at timestamptz(3) not null)`,
    `create table membership (
       workspace_id text collate "C" not null references workspace, user_id text collate "C" not null references user_account,
       role text not null check (role in ('admin', 'member')), created_at timestamptz(3) not null,
       primary key (workspace_id, user_id))`,
    `create index membership_user on membership (user_id)`,

    // The balance of one workspace, as the entries below give it. Half of each page stays free: a debit then rewrites its
    // row in place, without touching an index.
    `create table account (
       account_id text collate "C" primary key references workspace,
       plan text, period_id text, period_ends_at timestamptz(3),
       allowance bigint check (allowance >= 0), allowance_used bigint not null default 0 check (allowance_used >= 0),
       prepaid bigint not null default 0 check (prepaid >= 0),
       spend_limit bigint check (spend_limit >= 0),
       spend_month date not null default '1970-01-01', spend_used bigint not null default 0 check (spend_used >= 0),
       check ((plan is null) = (period_id is null)), check (allowance is null or allowance_used <= allowance))
     with (fillfactor = 50)`,

    // Credits and settings of a workspace, append-only. units: null means unlimited in a period, and absent in a spend
    // limit. A reference makes one payment count once.
    `create table ledger_entry (
       entry_id text collate "C" primary key, account_id text collate "C" not null references account,
       kind text not null check (kind in ('prepaid', 'period', 'period_end', 'spend_limit')),
       units bigint check (units >= 0), plan text, starts_at timestamptz(3), ends_at timestamptz(3),
       origin text not null, reference text, recorded_at timestamptz(3) not null,
       check (kind <> 'prepaid' or units > 0), check ((kind = 'period') = (plan is not null)),
       unique (origin, reference))`,
    `create index ledger_entry_account on ledger_entry (account_id, recorded_at)`,

    // One row per request id that was answered with a 200, append-only: its charge and its identity in one. The account is
    // the workspace, or the key where a preview key belongs to none.
    `create table usage_entry (
       account_id text collate "C" not null, request_id text collate "C" not null, fingerprint bytea not null,
       operation text not null, request text not null, collection text not null references head,
       key_id text not null, units smallint not null check (units in (0, 1)),
       paid_from text not null check (paid_from in ('subscription', 'prepaid', 'none')),
       period_id text, month date, charged_at timestamptz(3) not null, as_of timestamptz(3) not null, digest bytea not null,
       primary key (account_id, request_id),
       check ((units = 0) = (paid_from = 'none')), check ((paid_from = 'subscription') = (period_id is not null)),
       check ((paid_from = 'prepaid') = (month is not null)))`,
    `create index usage_entry_day on usage_entry (account_id, charged_at)`,
    // Sums of deleted entries: their units, so that every balance can still be recomputed.
    `create table usage_day (
       account_id text collate "C" not null, day date not null, operation text not null, collection text not null,
       paid_from text not null, period_id text not null default '', month date not null default '1970-01-01',
       entries bigint not null, units bigint not null,
       primary key (account_id, day, operation, collection, paid_from, period_id, month))`,

    // The delivered bytes by their SHA-256, shared by all recipients. bytes is null after a legal removal; kept_on is
    // the last day on which they were delivered.
    `create table kept_body (
       digest bytea primary key, bytes bytea, kept_on date not null, removed_reason text,
       check ((bytes is null) = (removed_reason is not null)))`,

    // Limits over all processes against guessing: one row per limit and subject.
    `create table rate_window (
       name text not null, subject bytea not null, window_start timestamptz(3) not null, points integer not null,
       primary key (name, subject))`,

    `alter table api_key add column workspace_id text collate "C" references workspace`,
    `alter table api_key add column created_by text`,
    `alter table api_key add column last_used_at timestamptz(3)`,
    `alter table api_key drop constraint api_key_made_by_check`,
    `alter table api_key add constraint api_key_made_by_check check (made_by in ('operator', 'start', 'admin', 'device'))`,
    `create index api_key_workspace on api_key (workspace_id)`,

    // Live keys from before there were workspaces go on reading without a limit, as the operator's own.
    `insert into workspace (workspace_id, name, created_at)
     select 'ws_operator', 'Operator', min(created_at) from api_key where collection = 'live' having count(*) > 0`,
    `insert into account (account_id, plan, period_id) select workspace_id, 'unlimited', 'led_operator' from workspace`,
    `insert into ledger_entry (entry_id, account_id, kind, plan, starts_at, origin, recorded_at)
     select 'led_operator', workspace_id, 'period', 'unlimited', created_at, 'migration', created_at from workspace`,
    `update api_key set workspace_id = 'ws_operator' where collection = 'live'`,
    `alter table api_key add constraint api_key_live_workspace check (collection = 'preview' or workspace_id is not null)`,
  ],
};
