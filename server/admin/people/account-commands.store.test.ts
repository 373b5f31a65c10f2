// Commands for workspaces and people: the records of each, and every refusal.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testPeople } from '../../access/testing/people.ts';
import { assertNoDrift } from '../../testing/charges.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { findOrInsertUser } from '../../store/people/workspaces.ts';
import { makeTestKey } from '../../testing/accounts.ts';
import { type AccountBench, accountBench, missing } from '../testing/account-bench.ts';

let store: Store;
let run: AccountBench['run'];
let reported: AccountBench['reported'];
let makeWorkspace: AccountBench['makeWorkspace'];
beforeAll(async () => {
  store = await openTestStore();
  ({ run, reported, makeWorkspace } = accountBench(store));
});
// After any record, the balances follow from it.
afterEach(() => assertNoDrift(store));
afterAll(() => store.close());

describe('create-workspace', () => {
  it('makes a workspace without credit, and prints its id', async () => {
    const { exit, stdout } = await run('create-workspace', '  Research desk  ');
    expect([exit, stdout]).toEqual([
      0,
      expect.stringMatching(/^workspace: ws_[0-9a-f]{24} \(Research desk\); it has no credit yet\n$/) as string,
    ]);
    expect(await reported('create-workspace', 'Trial', '--practice')).toEqual({
      workspace_id: expect.stringMatching(/^ws_[0-9a-f]{24}$/) as string,
      name: 'Trial',
      practice: true,
    });
    expect((await run('create-workspace', 'Trial', '--practice')).stdout).toContain('(Trial, for practice)');
  });

  it('refuses a name that a person cannot read', async () => {
    const names = ['', '   ', 'x'.repeat(121), 'a\u0000b', 'a\nb', 'a\u202Eb', 'a\u200Bb'];
    for (const name of names)
      await expect(run('create-workspace', name)).rejects.toThrow('NAME must be 1 to 120 visible');
    expect(names).toHaveLength(7);
    await expect(run('create-workspace')).rejects.toThrow('create-workspace needs NAME');
    await expect(run('create-workspace', 'Research', 'desk')).rejects.toThrow('create-workspace takes one NAME');
    expect(await reported('create-workspace', 'x'.repeat(120))).toMatchObject({ name: 'x'.repeat(120) });
  });
});

describe('invite', () => {
  it('offers the workspace once for all cases of the address, and makes no account and no membership', async () => {
    const workspace = await makeWorkspace();
    const invite = (email: string, role: string) => reported('invite', email, '--workspace', workspace, '--role', role);
    const first = await invite('Ada@Example.com', 'member');
    expect(first).toEqual({
      user_id: null,
      email: 'Ada@Example.com',
      workspace_id: workspace,
      role: 'member',
      is_member: false,
      invitation_id: expect.stringMatching(/^inv_[0-9a-f]{24}$/) as string,
      signs_in_by: null,
      is_mailed: false,
      link: expect.stringMatching(/^https:\/\/research\.test\/welcome\?token=ri_link_\w{49}$/) as string,
      link_expires_at: expect.stringMatching(/^2026-02-01T12:/) as string,
    });
    const { invitation_id } = first;
    expect(await invite(' ada@example.COM ', 'admin')).toMatchObject({ invitation_id, role: 'admin' });
    const { rows } = await store.db.raw(`select 1 from user_account where email_folded = 'ada@example.com'`);
    expect(rows).toEqual([]);
  });

  it('prints a link with which the person proves the address and sets a password, once and for 24 hours', async () => {
    const workspace = await makeWorkspace();
    const { stdout } = await run('invite', 'cy@example.com', '--workspace', workspace, '--role', 'admin');
    const [first, link = '', rest, end] = stdout.split('\n');
    const offered = `cy@example.com is invited to ${workspace} as admin, and accepts on the account page`;
    expect([first, end]).toEqual([offered, '']);
    expect(link).toMatch(/^link: https:\/\/research\.test\/welcome\?token=ri_link_\w{49}$/);
    expect(rest).toMatch(
      /^it proves their address and sets their password, once, until 2026-02-01T\S+; hand it to them and nobody else: /,
    );
    const { rows } = await store.db.raw('select row_to_json(l)::text as row from sign_in_link l');
    expect((rows as { row: string }[]).map(({ row }) => row).join()).not.toContain(link.slice(-40));
  });

  it('changes the role of a member, who can sign in and needs no link, and prints one when it is asked for', async () => {
    const workspace = await makeWorkspace();
    const people = testPeople(store);
    await people.join('dan@example.com', workspace);
    const who = ['dan@example.com', '--workspace', workspace, '--role'] as const;
    expect((await run('invite', ...who, 'admin')).stdout).toBe(
      `dan@example.com is from now on admin of ${workspace}\nthey sign in with their password already; --new-link prints a fresh link\n`,
    );
    expect(await reported('invite', ...who, 'admin')).toMatchObject({ signs_in_by: 'password', link: null });
    expect(await reported('invite', ...who, 'admin', '--new-link')).toMatchObject({
      is_member: true,
      signs_in_by: 'password',
      link: expect.stringContaining('/welcome?token=') as string,
    });
  });

  it('takes a password for nothing that was set before the address was proved, and prints a link', async () => {
    const workspace = await makeWorkspace();
    await findOrInsertUser(store.db, {
      userId: 'usr_unproved',
      email: 'eve@example.com',
      now: '2026-01-01T00:00:00.000Z',
    });
    await store.db.raw(`update user_account set password_hash = 'x' where user_id = 'usr_unproved'`);
    expect(await reported('invite', 'eve@example.com', '--workspace', workspace, '--role', 'admin')).toMatchObject({
      user_id: 'usr_unproved',
      is_member: false,
      signs_in_by: null,
      link: expect.stringContaining('/welcome?token=') as string,
    });
  });

  it('refuses what is no address, no role and no workspace', async () => {
    const workspace = await makeWorkspace();
    const wrong = [
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'a@b@example.com',
      'ada@example.com\u0000',
      `${'a'.repeat(250)}@b.co`,
    ];
    for (const email of wrong) {
      await expect(run('invite', email, '--workspace', workspace, '--role', 'admin')).rejects.toThrow(
        'EMAIL must be an address',
      );
    }
    expect(wrong).toHaveLength(8);
    const email = 'ada@example.com';
    await expect(run('invite', email, '--workspace', workspace, '--role', 'owner')).rejects.toThrow(
      'neither admin nor member',
    );
    await expect(run('invite', email, '--workspace', workspace)).rejects.toThrow('invite needs --role');
    await expect(run('invite', email, '--role', 'admin')).rejects.toThrow('invite needs --workspace');
    await expect(run('invite', '--workspace', workspace, '--role', 'admin')).rejects.toThrow('invite needs EMAIL');
    expect(await run('invite', email, '--workspace', missing, '--role', 'admin')).toEqual({
      exit: 1,
      stdout: '',
      stderr: `there is no workspace ${missing}; list-workspaces lists them, create-workspace makes one\n`,
    });
  });
});

describe('list-workspaces', () => {
  it('shows each with its people, keys and credit, and says when there are none', async () => {
    const empty = await openTestStore();
    expect(await accountBench(empty).run('list-workspaces')).toEqual({
      exit: 0,
      stdout: 'no workspaces\n',
      stderr: '',
    });
    await empty.close();
    const workspace = String((await reported('create-workspace', 'Listed', '--practice'))['workspace_id']);
    await testPeople(store).join('ida@example.com', workspace, 'admin');
    await run('invite', 'ben@example.com', '--workspace', workspace, '--role', 'member');
    await run('grant-credit', '--workspace', workspace, '--requests', '7');
    await run('set-plan', '--workspace', workspace, '--plan', 'unlimited');
    await makeTestKey(store, workspace);
    const { workspaces } = (await reported('list-workspaces')) as { workspaces: Record<string, unknown>[] };
    expect(workspaces.find(({ workspace_id: id }) => id === workspace)).toMatchObject({
      name: 'Listed',
      practice: true,
      admins: 1,
      members: 0,
      invitations: 1,
      active_keys: 1,
      status: 'ready',
      subscriptionPlan: 'unlimited',
      prepaidRequestsRemaining: 7,
    });
    expect((await run('list-workspaces')).stdout).toContain(
      `${workspace}  Listed (practice)  admins 1, members 0, invited 1, keys 1  ready: unlimited unlimited + 7 prepaid\n`,
    );
    await expect(run('list-workspaces', 'all')).rejects.toThrow(
      'list-workspaces takes no argument, and "all" is one too many',
    );
  });
});
