// Commands for limits of workspaces and keys: each one's effect, output, record, and refusals.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOperations } from '../../access/key-operations.ts';
import { openTestStore } from '../../store/testing/store.ts';
import type { Store } from '../../store/engine/engine.ts';
import { type AccountBench, accountBench, missing } from '../testing/account-bench.ts';

let store: Store;
let run: AccountBench['run'];
let reported: AccountBench['reported'];
let workspace: string;
beforeAll(async () => {
  store = await openTestStore();
});
beforeEach(async () => {
  const bench = accountBench(store);
  ({ run, reported } = bench);
  workspace = await bench.makeWorkspace();
});
afterAll(() => store.close());

const events = async (subject: string): Promise<unknown[]> =>
  (
    await store.db.raw('select action, actor, detail from admin_event where subject = ? order by event_number', [
      subject,
    ])
  ).rows;

describe('set-limits', () => {
  it('sets what is named and leaves the rest, shows what holds, and records it', async () => {
    const of = (...argv: string[]) => run('set-limits', '--workspace', workspace, ...argv);
    expect((await of('--minute', '600')).stdout).toBe(
      `${workspace}:\n` +
        '  requests a second: as RATE_LIMITS says, for a workspace without a plan\n' +
        '  requests a minute: 600, set for this workspace\n' +
        '  share in the work of new answers: 1, for a workspace without a plan\n',
    );
    await of('--burst', '50', '--weight', '3');
    await of('--minute', 'usual');
    expect(await reported('limits', '--workspace', workspace)).toEqual({
      workspace_id: workspace,
      burst_max: 50,
      minute_max: null,
      weight: 3,
      plan: null,
      rate_factor: 1,
      weight_in_use: 3,
    });
    expect((await events(workspace)).slice(1)).toEqual([
      { action: 'limits-changed', actor: 'operator', detail: { burst: null, minute: 600, weight: null } },
      { action: 'limits-changed', actor: 'operator', detail: { burst: 50, minute: 600, weight: 3 } },
      { action: 'limits-changed', actor: 'operator', detail: { burst: 50, minute: null, weight: 3 } },
    ]);
  });

  it('shows the plan that the numbers are from', async () => {
    await run('set-plan', '--workspace', workspace, '--plan', 'unlimited');
    const { stdout } = await run('limits', '--workspace', workspace);
    expect(stdout).toContain('requests a minute: 2 times what RATE_LIMITS says, for the plan unlimited');
    expect(stdout).toContain('share in the work of new answers: 2, for the plan unlimited');
  });

  it('refuses a workspace that there is not, nothing to set, and what is no number of the right size', async () => {
    expect((await run('limits', '--workspace', missing)).exit).toBe(1);
    expect((await run('set-limits', '--workspace', missing, '--burst', '5')).exit).toBe(1);
    await expect(run('set-limits', '--workspace', workspace)).rejects.toThrow('needs --burst, --minute or --weight');
    await expect(run('set-limits', '--burst', '5')).rejects.toThrow('set-limits needs --workspace');
    for (const text of ['0', '-1', '1.5', '1e3', ' 5', 'none', '', '1000000001', '99999999999999999999'])
      await expect(run('set-limits', '--workspace', workspace, `--burst=${text}`)).rejects.toThrow(
        'is not a whole number from 1 to 1000000000, or usual',
      );
    await expect(run('set-limits', '--workspace', workspace, '--weight', '101')).rejects.toThrow('from 1 to 100, or');
    expect(await events(workspace)).toHaveLength(1);
  });
});

describe('a key', () => {
  const keyIdOf = async (...argv: string[]): Promise<string> =>
    String((await reported('create-key', '--workspace', workspace, ...argv))['key_id']);
  const limits = ['--expires-at', '2999-01-31T00:00:00Z', '--minute', '30', '--operations', 'listBeliefs,getBrief'];

  it('is made with limits, which the list and the trail name', async () => {
    const keyId = await keyIdOf(...limits);
    expect((await run('list-keys')).stdout).toContain(
      'active (until 2999-01-31T00:00:00.000Z; 30 a minute; only getBrief, listBeliefs)',
    );
    expect(await events(keyId)).toMatchObject([
      {
        action: 'key-made',
        detail: {
          collection: 'live',
          expires_at: '2999-01-31T00:00:00.000Z',
          minute: 30,
          operations: 'getBrief listBeliefs',
        },
      },
    ]);
  });

  it('is limited later, option by option, and freed again', async () => {
    const keyId = await keyIdOf();
    const limit = (...argv: string[]) => reported('limit-key', keyId, ...argv);
    expect(await limit('--minute', '5')).toEqual({ key_id: keyId, minute_max: 5, expires_at: null, operations: null });
    expect(await limit('--operations', 'getReceipt, getBrief')).toMatchObject({
      minute_max: 5,
      operations: ['getReceipt', 'getBrief'].toSorted(),
    });
    const freed = await run('limit-key', keyId, '--minute', 'usual', '--operations', 'all', '--expires-at', 'never');
    expect(freed.stdout).toBe(`${keyId}: as its workspace may\n`);
    expect((await events(keyId)).map((event) => (event as { action: string }).action)).toEqual([
      'key-made',
      'key-limited',
      'key-limited',
      'key-limited',
    ]);
  });

  it('that may do everything by name has no set', async () => {
    const all = keyOperations.map(([name]) => name).join(',');
    expect(await reported('create-key', '--workspace', workspace, '--operations', all)).toMatchObject({
      operations: null,
    });
  });

  it('is not limited where it has ended, where there is none, or where the words are wrong', async () => {
    const keyId = await keyIdOf();
    const refuses = (words: string, ...argv: string[]) =>
      expect(run('limit-key', keyId, ...argv)).rejects.toThrow(words);
    await refuses('needs --expires-at, --minute or --operations');
    await refuses('is no UTC instant', '--expires-at', 'tomorrow');
    await refuses('is over: revoke-key ends a key now', '--expires-at', '2020-01-01T00:00:00Z');
    await refuses('is not a whole number', '--minute', '0');
    await refuses('--operations getStatus is unknown', '--operations', 'getBrief,getStatus');
    await refuses('is unknown', '--operations', 'toString');
    await run('revoke-key', keyId);
    const over = await keyIdOf('--expires-at', '2999-01-01T00:00:00Z');
    await store.db.raw(`update api_key set expires_at = now() - interval '1 second' where key_id = ?`, [over]);
    for (const id of [keyId, over, 'key_none']) {
      const { exit, stderr } = await run('limit-key', id, '--minute', '5');
      expect([exit, stderr]).toEqual([1, expect.stringContaining(`there is no key ${id} that works`) as string]);
    }
    expect((await run('list-keys')).stdout).toMatch(new RegExp(`${over}.*expired `));
  });
});
