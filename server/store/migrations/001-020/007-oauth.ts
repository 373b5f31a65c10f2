// Sign-in of AI chats: the one registered client, a person's grants, and their codes and tokens by SHA-256 alone.

export const oauthSchema = {
  name: '007-oauth',
  // An older server has no endpoint for chats, and charges none for them.
  breaking: false,
  statements: [
    // secret_sha256 is null for a public client. Retired ones stay, for the grants that name them.
    `create table oauth_client (
       client_id text collate "C" primary key, name text not null, redirect_uris jsonb not null, secret_sha256 bytea,
       created_at timestamptz(3) not null, retired_at timestamptz(3))`,
    // Onboarding of other clients is pending: there is one at a time.
    `create unique index oauth_client_one on oauth_client ((retired_at is null)) where retired_at is null`,

    // A person's permission for one client, and the workspace that pays for it.
    `create table oauth_grant (
       grant_id text collate "C" primary key, user_id text collate "C" not null references user_account,
       workspace_id text collate "C" not null references workspace, client_id text collate "C" not null references oauth_client,
       scope text not null, resource text not null, created_at timestamptz(3) not null, last_used_at timestamptz(3),
       revoked_at timestamptz(3), revoked_because text,
       check ((revoked_at is null) = (revoked_because is null)))`,
    `create unique index oauth_grant_live on oauth_grant (user_id, client_id) where revoked_at is null`,
    `create index oauth_grant_workspace on oauth_grant (workspace_id)`,

    // used_at of a code and of a refresh token detects a second use.
    `create table oauth_code (
       code_sha256 bytea primary key, grant_id text collate "C" not null references oauth_grant,
       redirect_uri text not null, code_challenge text not null, resource text not null,
       created_at timestamptz(3) not null, expires_at timestamptz(3) not null, used_at timestamptz(3))`,
    `create index oauth_code_grant on oauth_code (grant_id)`,
    `create index oauth_code_expiry on oauth_code (expires_at)`,
    `create table oauth_token (
       token_sha256 bytea primary key, kind text not null check (kind in ('access', 'refresh')),
       grant_id text collate "C" not null references oauth_grant,
       created_at timestamptz(3) not null, expires_at timestamptz(3) not null, used_at timestamptz(3),
       check (kind = 'refresh' or used_at is null))`,
    `create index oauth_token_grant on oauth_token (grant_id)`,
    `create index oauth_token_expiry on oauth_token (expires_at)`,
  ],
};
