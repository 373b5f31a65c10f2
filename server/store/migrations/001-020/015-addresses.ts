// Proved addresses, invitations that a person accepts, links by address, and the outbox of mails.

const now = `date_trunc('milliseconds', now())`;

export const addressSchema = {
  name: '015-addresses',
  // An older server puts people into workspaces unasked, and makes links for any inviter.
  breaking: true,
  statements: [
    // Time and means of the proof that the address is the account's own; null: never, and nothing may be granted to it.
    `alter table user_account add column email_proved_at timestamptz(3)`,
    `alter table user_account add column email_proved_by text check (email_proved_by in ('mail', 'operator', 'provider'))`,
    `alter table user_account add constraint user_account_proved check ((email_proved_at is null) = (email_proved_by is null))`,
    `update user_account set email_proved_at = ${now}, email_proved_by = 'provider' where subject is not null`,
    // The operator handed the link over. A link of an admin proves nothing: the inviter could use it.
    `update user_account u set email_proved_at = ${now}, email_proved_by = 'operator'
      where u.email_proved_at is null and u.password_hash is not null
        and exists (select 1 from sign_in_link l where l.user_id = u.user_id and l.used_at is not null and l.made_by is null)
        and not exists (select 1 from sign_in_link l where l.user_id = u.user_id and l.used_at is not null and l.made_by is not null)`,

    // An offer of a workspace to an address. invited_by is an admin of it, or null for the operator.
    `create table invitation (
       invitation_id text collate "C" primary key,
       workspace_id text collate "C" not null references workspace on delete cascade,
       email text not null, email_folded text collate "C" not null, role text not null check (role in ('admin', 'member')),
       invited_by text collate "C", created_at timestamptz(3) not null, expires_at timestamptz(3) not null,
       unique (workspace_id, email_folded))`,
    `create index invitation_email on invitation (email_folded)`,
    // A person who never signed in never agreed. The maker is the one named by a link, or the first admin of the
    // workspace.
    `insert into invitation (invitation_id, workspace_id, email, email_folded, role, invited_by, created_at, expires_at)
     select 'inv_' || substr(encode(sha256(convert_to(m.workspace_id || ' ' || m.user_id, 'UTF8')), 'hex'), 1, 24),
            m.workspace_id, u.email, u.email_folded, m.role,
            (select a.user_id from membership a join user_account au on au.user_id = a.user_id
              where a.workspace_id = m.workspace_id and a.role = 'admin' and (au.password_hash is not null or au.subject is not null)
              order by exists (select 1 from sign_in_link l where l.user_id = m.user_id and l.made_by = a.user_id) desc,
                       a.created_at, a.user_id limit 1),
            m.created_at, ${now} + interval '30 days'
       from membership m join user_account u on u.user_id = m.user_id
      where u.password_hash is null and u.subject is null`,
    `delete from membership m using user_account u
      where u.user_id = m.user_id and u.password_hash is null and u.subject is null`,

    // A link belongs to an address, which may have no account yet. proves: the way in which its use proves the address.
    `delete from sign_in_link where made_by is not null`,
    `alter table sign_in_link add column email text, add column email_folded text collate "C"`,
    `alter table sign_in_link add column proves text check (proves in ('mail', 'operator'))`,
    `update sign_in_link l set email = u.email, email_folded = u.email_folded, proves = 'operator'
       from user_account u where u.user_id = l.user_id`,
    `alter table sign_in_link alter column email set not null, alter column email_folded set not null,
       alter column proves set not null, drop column user_id, drop column made_by`,
    `create index sign_in_link_email on sign_in_link (email_folded)`,

    // A mail that is to be sent. Its link is made as it is sent, so no row ever holds a secret.
    `create table mail_outbox (
       mail_id text collate "C" primary key, kind text not null check (kind in ('invitation', 'password', 'sign-up')),
       email text not null, workspace_id text collate "C", attempts integer not null default 0,
       created_at timestamptz(3) not null, due_at timestamptz(3) not null,
       check ((kind = 'invitation') = (workspace_id is not null)))`,
    `create index mail_outbox_due on mail_outbox (due_at)`,
  ],
};
