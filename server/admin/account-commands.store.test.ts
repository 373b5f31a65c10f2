// The commands for workspaces and people: what each one records, and everything that each one refuses.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertNoDrift } from '../test-charges.ts';
import type { Store } from '../store/engine.ts';
import { openTestStore } from '../store/test-store.ts';
import { makeTestKey } from '../test-accounts.ts';
import { type AccountBench, accountBench, missing } from './test-account-bench.ts';

let store: Store;
let run: AccountBench['run'];
let reported: AccountBench['reported'];
let makeWorkspace: AccountBench['makeWorkspace'];
beforeAll(async () => {
  store = await openTestStore();
  ({ run, reported, makeWorkspace } = accountBench(store));
});
// Whatever was recorded, the balances follow from it.
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
  it('puts a person in, once for all cases of the address, and changes the role of who is there', async () => {
    const workspace = await makeWorkspace();
    const invite = (email: string, role: string) => reported('invite', email, '--workspace', workspace, '--role', role);
    const first = await invite('Ada@Example.com', 'member');
    expect(first).toEqual({
      user_id: expect.stringMatching(/^usr_[0-9a-f]{24}$/) as string,
      email: 'Ada@Example.com',
      workspace_id: workspace,
      role: 'member',
      is_new: true,
      signs_in_by: null,
      other_workspaces: 0,
      link: expect.stringMatching(/^https:\/\/research\.test\/welcome\?token=ri_link_\w{49}$/) as string,
      link_expires_at: expect.stringMatching(/^2026-02-01T12:/) as string,
    });
    const { user_id } = first;
    const again = { user_id, email: 'Ada@Example.com', workspace_id: workspace, role: 'admin', is_new: false };
    expect(await invite(' ada@example.COM ', 'admin')).toMatchObject(again);
    const elsewhere = await makeWorkspace('Elsewhere');
    const there = await reported('invite', 'ada@example.com', '--workspace', elsewhere, '--role', 'admin');
    expect(there).toMatchObject({ user_id, is_new: true });
    const lines = [
      await run('invite', 'ben@example.com', '--workspace', workspace, '--role', 'member'),
      await run('invite', 'ben@example.com', '--workspace', workspace, '--role', 'admin'),
    ].map(({ stdout }) => stdout.split('\n')[0]);
    expect(lines).toEqual([
      `ben@example.com is now member of ${workspace}`,
      `ben@example.com is from now on admin of ${workspace}`,
    ]);
  });

  it('prints a link with which the person sets a password, once and for 24 hours', async () => {
    const workspace = await makeWorkspace();
    const { stdout } = await run('invite', 'cy@example.com', '--workspace', workspace, '--role', 'admin');
    const [first, link = '', rest, end] = stdout.split('\n');
    expect([first, end]).toEqual([`cy@example.com is now admin of ${workspace}`, '']);
    expect(link).toMatch(/^link: https:\/\/research\.test\/welcome\?token=ri_link_\w{49}$/);
    expect(rest).toMatch(/^it sets their password, once, until 2026-02-01T\S+; hand it to them and nobody else: /);
    const { rows } = await store.db.raw('select row_to_json(l)::text as row from sign_in_link l');
    expect((rows as { row: string }[]).map(({ row }) => row).join()).not.toContain(link.slice(-40));
  });

  it('makes no link for who can sign in, says so, and makes one when it is asked for', async () => {
    const workspace = await makeWorkspace();
    const who = ['dan@example.com', '--workspace', workspace, '--role'] as const;
    await run('invite', ...who, 'member');
    await store.db.raw(`update user_account set password_hash = 'x' where email = 'dan@example.com'`);
    expect((await run('invite', ...who, 'admin')).stdout).toBe(
      `dan@example.com is from now on admin of ${workspace}\nthey sign in with their password already; --new-link makes a fresh link\n`,
    );
    expect(await reported('invite', ...who, 'admin')).toMatchObject({ signs_in_by: 'password', link: null });
    expect(await reported('invite', ...who, 'admin', '--new-link')).toMatchObject({
      signs_in_by: 'password',
      link: expect.stringContaining('/welcome?token=') as string,
    });
    const elsewhere = await makeWorkspace('Elsewhere');
    expect((await run('invite', 'dan@example.com', '--workspace', elsewhere, '--role', 'member')).stdout).toContain(
      'they are in another workspace too: the account is the same one there\n',
    );
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
    await run('invite', 'ada@example.com', '--workspace', workspace, '--role', 'admin');
    await run('invite', 'ben@example.com', '--workspace', workspace, '--role', 'member');
    await run('grant-credit', '--workspace', workspace, '--requests', '7');
    await run('set-plan', '--workspace', workspace, '--plan', 'unlimited');
    await makeTestKey(store, workspace);
    const { workspaces } = (await reported('list-workspaces')) as { workspaces: Record<string, unknown>[] };
    expect(workspaces.find(({ workspace_id: id }) => id === workspace)).toMatchObject({
      name: 'Listed',
      practice: true,
      admins: 1,
      members: 1,
      active_keys: 1,
      status: 'ready',
      subscriptionPlan: 'unlimited',
      prepaidRequestsRemaining: 7,
    });
    expect((await run('list-workspaces')).stdout).toContain(
      `${workspace}  Listed (practice)  admins 1, members 1, keys 1  ready: unlimited unlimited + 7 prepaid\n`,
    );
    await expect(run('list-workspaces', 'all')).rejects.toThrow('list-workspaces takes no all');
  });
});
