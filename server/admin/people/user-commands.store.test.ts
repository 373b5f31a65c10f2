// Commands for users' rights: their output and erasure, the remaining rows, and closed access.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInWithPassword } from '../../access/sign-in/sign-in.ts';
import { goodPassword, testPeople } from '../../access/testing/people.ts';
import type { Store } from '../../store/engine/engine.ts';
import { findSession } from '../../store/people/sessions.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { assertNoDrift } from '../../testing/charges.ts';
import { sha256 } from '../../access/secrets.ts';
import { type AccountBench, accountBench } from '../testing/account-bench.ts';

let store: Store;
let run: AccountBench['run'];
let reported: AccountBench['reported'];
let makeWorkspace: AccountBench['makeWorkspace'];
let people: ReturnType<typeof testPeople>;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
  ({ run, reported, makeWorkspace } = accountBench(store));
  people = testPeople(store);
});
afterEach(() => assertNoDrift(store));
afterAll(() => store.close());

/** An admin of a workspace with a password, and the secret of a session. */
async function makeAdmin(workspaceId: string): Promise<{ email: string; userId: string; secret: string }> {
  const email = `user${(count += 1)}@example.com`;
  const invited = await people.invite(email, workspaceId, { role: 'admin' });
  const { userId, session } = await people.choose(people.secretOf(invited));
  await people.accept(email, workspaceId);
  return { email, userId, secret: session };
}

const signIn = (email: string) =>
  signInWithPassword(people.means, { email, password: goodPassword, address: `192.0.2.${count}`, browser: 'Firefox' });
const actionsOf = async (...argv: string[]): Promise<unknown[]> => {
  const { events } = (await reported('events', ...argv)) as { events: { action: string; actor: string }[] };
  return events.map(({ action, actor }) => `${actor} ${action}`);
};

describe('user-report', () => {
  it('prints what is kept, without secrets, and that it was asked for', async () => {
    const workspace = await makeWorkspace();
    const { email, userId } = await makeAdmin(workspace);
    const report = await reported('user-report', email.toUpperCase());
    expect(report).toMatchObject({
      user_id: userId,
      membership: [{ workspace_id: workspace, role: 'admin' }],
      browser_session: [{ browser: 'Firefox on Linux' }],
      user_account: [{ user_id: userId, email, has_password: true, forgotten_at: null }],
      admin_event: [{ actor: userId, action: 'invitation-accepted', workspace_id: workspace }],
    });
    expect(JSON.stringify(report)).not.toMatch(/argon2|sha256/);
    expect(await actionsOf('--user', email)).toEqual(['operator user-reported', `${userId} invitation-accepted`]);
    expect(JSON.parse((await run('user-report', userId)).stdout)).toMatchObject({ user_id: userId });
  });

  it('refuses an address that nothing is kept of', async () => {
    const { exit, stderr } = await run('user-report', 'nobody@example.com');
    expect([exit, stderr]).toEqual([1, expect.stringContaining('nothing is kept of nobody@example.com') as string]);
  });
});

describe('forget-user', () => {
  it('ends every way in and erases the address, and leaves events by the id alone', async () => {
    const workspace = await makeWorkspace();
    const { email, userId, secret } = await makeAdmin(workspace);
    expect((await signIn(email)).kind).toBe('signed-in');
    const tried = await reported('forget-user', email, '--dry-run');
    expect(tried).toMatchObject({ dry_run: true, user_id: userId });
    expect((await signIn(email)).kind).toBe('signed-in');

    const done = await reported('forget-user', email);
    expect(done).toEqual({ ...tried, dry_run: false, erased: { ...(tried['erased'] as object), browser_session: 3 } });
    expect(done).toMatchObject({ workspaces_without_admin: [workspace] });
    expect((await signIn(email)).kind).toBe('wrong');
    const session = { digest: sha256(secret), now: people.means.now(), seenAfter: '2000-01-01T00:00:00.000Z' };
    expect(await findSession(store.db, session)).toBe(null);
    expect(await actionsOf('--workspace', workspace)).toEqual([
      'operator user-forgotten',
      `${userId} invitation-accepted`,
      'operator link-made',
      'operator user-invited',
      'operator workspace-made',
    ]);
    expect((await run('events', '--user', userId)).stdout).not.toContain('@');

    expect((await run('forget-user', email)).exit).toBe(1);
    expect((await run('forget-user', userId)).exit).toBe(1);
    expect((await run('user-report', userId)).exit).toBe(0);
  });

  it('makes another user of the same address, who has nothing of the one before', async () => {
    const workspace = await makeWorkspace();
    const { email, userId } = await makeAdmin(workspace);
    await reported('forget-user', userId);
    const invited = await people.invite(email, workspace);
    expect([invited.kind, invited.signsInBy, invited.userId]).toEqual(['invited', null, null]);
    expect((await people.choose(people.secretOf(invited))).userId).not.toBe(userId);
  });

  it('erases an address that has no account: its invitation and its link', async () => {
    const workspace = await makeWorkspace();
    const email = `user${(count += 1)}@example.com`;
    const invited = await people.invite(email.toUpperCase(), workspace);
    const report = await reported('user-report', email);
    expect(report).toMatchObject({ user_id: null, invitation: [{ workspace_id: workspace }], user_account: [] });
    expect(report['sign_in_link']).toHaveLength(1);
    const done = await reported('forget-user', email);
    expect(done).toMatchObject({ user_id: null, erased: { invitation: 1, sign_in_link: 1 } });
    await expect(people.choose(people.secretOf(invited))).rejects.toThrow('refused');
    expect((await run('user-report', email)).exit).toBe(1);
  });

  it('leaves the key of a workspace that the user made, and says what is not touched', async () => {
    const workspace = await makeWorkspace();
    const { email, userId } = await makeAdmin(workspace);
    const keyId = String((await reported('create-key', '--workspace', workspace))['key_id']);
    await store.db.raw('update api_key set created_by = ? where key_id = ?', [userId, keyId]);
    const { stdout } = await run('forget-user', email);
    expect(stdout).toContain('not touched: logs, exports, backups');
    expect(stdout).toContain(`${workspace} has no admin any more`);
    expect(stdout).not.toContain('@');
    expect((await run('list-keys')).stdout).toMatch(new RegExp(`${keyId} .* active`));
  });
});

describe('events', () => {
  it('has a link that is handed over, also to a member, and the membership that its person is offered anew', async () => {
    const workspace = await makeWorkspace();
    const { email, userId } = await makeAdmin(workspace);
    await store.db.raw('update user_account set email_proved_at = null, email_proved_by = null where user_id = ?', [
      userId,
    ]);
    await people.choose(people.secretOf(await people.invite(email, workspace, { role: 'admin', newLink: true })));
    const elsewhere = await makeAdmin(await makeWorkspace());
    await reported('invite', elsewhere.email, '--workspace', workspace, '--role', 'admin', '--new-link');
    const { events } = (await reported('events', '--workspace', workspace)) as { events: Record<string, unknown>[] };
    const invitation = expect.stringMatching(/^inv_/) as string;
    expect(events.slice(0, 4).map(({ actor, action, subject, detail }) => [actor, action, subject, detail])).toEqual([
      ['operator', 'link-made', invitation, {}],
      ['operator', 'user-invited', invitation, { role: 'admin' }],
      [userId, 'membership-offered', invitation, { role: 'admin' }],
      ['operator', 'link-made', userId, {}],
    ]);
  });

  it('has what the command line changed, the newest first, by workspace and since', async () => {
    const workspace = await makeWorkspace();
    await reported('grant-credit', '--workspace', workspace, '--requests', '5', '--reference', `r ${workspace}`);
    await reported('grant-credit', '--workspace', workspace, '--requests', '5', '--reference', `r ${workspace}`);
    await reported('set-plan', '--workspace', workspace, '--plan', 'monthly');
    await reported('set-plan', '--workspace', workspace, '--plan', 'none');
    await reported('set-spend-limit', '--workspace', workspace, '--requests', '3');
    const { key_id: keyId } = await reported('create-key', '--workspace', workspace);
    await reported('revoke-key', String(keyId));
    expect((await run('revoke-key', String(keyId))).exit).toBe(1);
    const { events } = await reported('events', '--workspace', workspace);
    expect((events as { action: string }[]).map(({ action }) => action)).toEqual([
      'key-revoked',
      'key-made',
      'spend-limit-changed',
      'plan-ended',
      'plan-started',
      'credit-granted',
      'workspace-made',
    ]);
    expect(events).toContainEqual(expect.objectContaining({ action: 'credit-granted', detail: { requests: 5 } }));
    expect((await reported('events', '--workspace', workspace, '--limit', '2'))['events']).toHaveLength(2);
    expect((await reported('events', '--since', '2999-01-01T00:00:00Z'))['events']).toEqual([]);
    await expect(run('events', '--limit', '0')).rejects.toThrow('--limit 0 is not a whole number');
  });
});
