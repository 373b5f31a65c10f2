// Actions of people in a browser: sign in, approve a device, pay. Every secret is stored by its SHA-256 alone.

export const peopleSchema = {
  name: '006-people',
  // An older server serves research all the same.
  breaking: false,
  statements: [
    // password_hash is argon2id in its own notation, null until a link was used; issuer and subject name an upstream identity.
    `alter table user_account add column password_hash text`,
    `alter table user_account add column issuer text`,
    `alter table user_account add column subject text`,
    `alter table user_account add constraint user_account_upstream check ((issuer is null) = (subject is null))`,
    `create unique index user_account_subject on user_account (issuer, subject)`,

    // A link that lets its holder set a password, once. made_by is a user, or null for the operator.
    `create table sign_in_link (
       token_sha256 bytea primary key, user_id text collate "C" not null references user_account, made_by text,
       created_at timestamptz(3) not null, expires_at timestamptz(3) not null, used_at timestamptz(3))`,
    `create index sign_in_link_user on sign_in_link (user_id)`,
    // session_id appears in a list of sessions; the cookie holds another secret.
    `create table browser_session (
       token_sha256 bytea primary key, session_id text collate "C" not null unique,
       user_id text collate "C" not null references user_account, browser text not null,
       created_at timestamptz(3) not null, seen_at timestamptz(3) not null, expires_at timestamptz(3) not null)`,
    `create index browser_session_user on browser_session (user_id)`,

    // A device that asks for a key. approved has no key yet: it is made in the transaction that delivers it.
    `create table device_grant (
       acquisition_id uuid primary key, device_code_sha256 bytea not null unique, user_code_sha256 bytea not null unique,
       device_name text not null, acquisition jsonb not null, asked_from text not null,
       status text not null check (status in ('pending', 'approved', 'denied', 'delivered')),
       poll_interval integer not null check (poll_interval between 1 and 60), polled_at timestamptz(3),
       created_at timestamptz(3) not null, expires_at timestamptz(3) not null,
       decided_by text collate "C" references user_account, decided_at timestamptz(3),
       workspace_id text collate "C" references workspace, key_id text collate "C" references api_key, delivered_at timestamptz(3),
       check ((status = 'pending') = (decided_at is null)), check ((status = 'delivered') = (key_id is not null)))`,
    `create index device_grant_expiry on device_grant (expires_at)`,
    // The login that made a key: its checkout address names it.
    `alter table api_key add column acquisition_id uuid`,

    // A checkout that a person began; its grant is a ledger entry, written when the payment is known.
    `create table checkout (
       checkout_id text collate "C" primary key, workspace_id text collate "C" not null references workspace,
       user_id text collate "C" not null references user_account, item text not null,
       provider text not null check (provider in ('stripe', 'practice')), provider_reference text unique,
       acquisition text, created_at timestamptz(3) not null, completed_at timestamptz(3))`,
    `create index checkout_workspace on checkout (workspace_id, created_at)`,
    // The subscription at the payment provider that renews a workspace's plan.
    `alter table workspace add column provider_customer text unique`,
    `alter table workspace add column provider_subscription text unique`,
  ],
};
