// Known browsers of users, the trail of administrative acts, and the marks of forgotten users and deleted workspaces.

export const trailSchema = {
  name: '016-trail',
  // An older server counts tries as before, and records no event for its changes.
  breaking: false,
  statements: [
    // A browser in which a user has signed in: its tries to sign in as that user have a separate quota.
    `create table device_cookie (
       token_sha256 bytea not null, user_id text collate "C" not null references user_account,
       created_at timestamptz(3) not null, expires_at timestamptz(3) not null,
       primary key (token_sha256, user_id))`,
    `create index device_cookie_user on device_cookie (user_id, created_at)`,

    // Both rows stay, without a name or an address: money entries and events refer to their ids.
    `alter table user_account add column forgotten_at timestamptz(3)`,
    `alter table workspace add column deleted_at timestamptz(3)`,

    // Actor, action, time and subject, in the transaction of the action. The actor is a user or 'operator'. Actor and
    // subject are ids, and detail holds words and numbers of the service, so that the row may outlive the user.
    `create table admin_event (
       event_number bigint generated always as identity primary key, recorded_at timestamptz(3) not null,
       actor text collate "C" not null, action text not null,
       workspace_id text collate "C" references workspace, subject text collate "C", detail jsonb not null default '{}')`,
    `create index admin_event_workspace on admin_event (workspace_id, event_number)`,
    `create index admin_event_actor on admin_event (actor, event_number)`,
    `create index admin_event_subject on admin_event (subject, event_number)`,
    // Append-only for the service itself, too. A superuser is not bound by it.
    `revoke update, delete, truncate on admin_event from current_user`,
  ],
};
