// Commands that give credit, plans and limits: the records of each, and every refusal.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { plans } from '../../metering/credit/plans.ts';
import { assertNoDrift } from '../../testing/charges.ts';
import { readBalance } from '../../store/ledger/ledger.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { UsageError } from '../command.ts';
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

describe('grant-credit', () => {
  it('adds prepaid requests, and the same reference counts once', async () => {
    const workspace = await makeWorkspace();
    const grant = (requests: string, ...more: string[]) =>
      reported('grant-credit', '--workspace', workspace, '--requests', requests, ...more);
    expect(await grant('100')).toEqual({
      workspace_id: workspace,
      entry_id: expect.stringMatching(/^led_[0-9a-f]{24}$/) as string,
      is_new: true,
      status: 'ready',
      prepaidRequestsRemaining: 100,
      subscriptionPlan: null,
      subscriptionRequestsRemaining: 0,
      subscriptionPeriodEndsAt: null,
      spendLimitReached: false,
    });
    expect(await grant('5', '--reference', 'ticket-7')).toMatchObject({ is_new: true, prepaidRequestsRemaining: 105 });
    expect(await grant('5', '--reference', 'ticket-7')).toMatchObject({
      is_new: false,
      entry_id: null,
      prepaidRequestsRemaining: 105,
    });
    const again = ['grant-credit', '--workspace', workspace, '--requests', '5', '--reference', 'ticket-7'] as const;
    const { exit, stdout } = await run(...again);
    expect([exit, stdout]).toEqual([
      0,
      `recorded before: the reference ticket-7 counts once\n${workspace}: 0 requests of its subscription and 105 prepaid are left\n`,
    ]);
    expect((await run('grant-credit', '--workspace', workspace, '--requests', '1')).stdout).toBe(
      `granted: 1 prepaid requests\n${workspace}: 0 requests of its subscription and 106 prepaid are left\n`,
    );
  });

  it('refuses a reference that was recorded for another workspace or number, and says for which', async () => {
    const [one, other] = [await makeWorkspace(), await makeWorkspace('Elsewhere')];
    const grant = (workspace: string, requests: string, ...more: string[]) =>
      run('grant-credit', '--workspace', workspace, '--requests', requests, '--reference', 'invoice-12', ...more);
    expect(await grant(one, '5')).toMatchObject({ exit: 0 });
    for (const [workspace, requests] of [
      [other, '7'],
      [other, '5'],
      [one, '7'],
    ] as const) {
      expect(await grant(workspace, requests)).toEqual({
        exit: 1,
        stdout: '',
        stderr: `the reference invoice-12 was recorded before, for something else: 5 prepaid requests for ${one}; give this one a reference of its own\nrefused: nothing was changed\n`,
      });
      expect(JSON.parse((await grant(workspace, requests, '--json')).stdout)).toEqual({
        refused: true,
        reference: 'invoice-12',
        recorded: { workspace_id: one, kind: 'prepaid', units: 5 },
      });
    }
    expect(await grant(one, '5')).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('recorded before') as string,
    });
    const balances = [await readBalance(store.db, one), await readBalance(store.db, other)];
    expect(balances.map((balance) => balance?.prepaid)).toEqual([5, 0]);
  });

  it('refuses what would make more prepaid requests than can be counted, also of two at once', async () => {
    const workspace = await makeWorkspace();
    const grant = (requests: number, ...more: string[]) =>
      run('grant-credit', '--workspace', workspace, '--requests', String(requests), ...more);
    const most = 999_999_999_999_999;
    for (let times = 0; times < 8; times++) await grant(most);
    const both = await Promise.all([grant(most), grant(most)]);
    expect(both.map(({ exit }) => exit).toSorted()).toEqual([0, 1]);
    const refused = await grant(most, '--reference', 'too-much', '--json');
    expect([refused.exit, JSON.parse(refused.stdout)]).toEqual([
      1,
      { refused: true, workspace_id: workspace, prepaid_max: Number.MAX_SAFE_INTEGER },
    ]);
    expect((await grant(most)).stderr).toBe(
      `${workspace} would have more than 9007199254740991 prepaid requests, the most that can be counted; grant fewer\nrefused: nothing was changed\n`,
    );
    const room = Number.MAX_SAFE_INTEGER - 9 * most;
    expect((await grant(room + 1)).exit).toBe(1);
    // A refusal uses up no reference.
    expect((await grant(room, '--reference', 'too-much')).exit).toBe(0);
    expect((await readBalance(store.db, workspace))?.prepaid).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('refuses a reference that shows nothing', async () => {
    const workspace = await makeWorkspace();
    for (const reference of ['', '  ', '\u200B', '\n'])
      await expect(
        run('grant-credit', '--workspace', workspace, '--requests', '5', `--reference=${reference}`),
      ).rejects.toThrow(new UsageError('--reference is blank: name the payment or ticket, or leave it out'));
    expect((await readBalance(store.db, workspace))?.prepaid).toBe(0);
  });

  it('refuses what is no whole number of requests, and a workspace that is not there', async () => {
    const workspace = await makeWorkspace();
    const wrong = ['0', '-5', '1.5', '1e3', 'ten', '0x10', ' 5', '1000000000000000', 'none', '٣'];
    for (const requests of wrong) {
      await expect(run('grant-credit', '--workspace', workspace, `--requests=${requests}`)).rejects.toThrow(
        'is not a whole number from 1',
      );
    }
    expect(wrong).toHaveLength(10);
    await expect(run('grant-credit', '--workspace', workspace)).rejects.toThrow('grant-credit needs --requests');
    await expect(run('grant-credit', '--requests', '5')).rejects.toThrow('grant-credit needs --workspace');
    await expect(run('grant-credit', '--workspace', workspace, '--requests', '5', 'more')).rejects.toThrow(
      'takes no argument, and "more" is one too many',
    );
    await expect(run('grant-credit', '--workspace', workspace, '--requests', '5', '--preview')).rejects.toThrow(
      UsageError,
    );
    expect(await run('grant-credit', '--workspace', missing, '--requests', '5')).toMatchObject({ exit: 1, stdout: '' });
    const printed = await run('grant-credit', '--workspace', missing, '--requests', '5', '--json');
    expect(JSON.parse(printed.stdout)).toEqual({ refused: true, workspace_id: missing });
  });
});

describe('set-plan', () => {
  it('starts a period that ends as the plan has it, or as it is told, and ends the one before', async () => {
    const workspace = await makeWorkspace();
    const later = accountBench(store, '2098-01-31T12:00:00.000Z');
    const plan = (...argv: string[]) => later.reported('set-plan', '--workspace', workspace, '--plan', ...argv);
    expect(await plan('monthly')).toMatchObject({
      status: 'ready',
      subscriptionPlan: 'monthly',
      subscriptionRequestsRemaining: 500,
      subscriptionPeriodEndsAt: '2098-02-28T12:00:01.000Z',
    });
    expect(await plan('annual')).toMatchObject({
      subscriptionPlan: 'annual',
      subscriptionRequestsRemaining: 6_000,
      subscriptionPeriodEndsAt: '2099-01-31T12:00:03.000Z',
    });
    expect(await plan('unlimited')).toMatchObject({
      subscriptionPlan: 'unlimited',
      subscriptionRequestsRemaining: null,
      subscriptionPeriodEndsAt: null,
    });
    expect(await plan('monthly', '--until', '2098-06-01T00:00:00Z')).toMatchObject({
      subscriptionPeriodEndsAt: '2098-06-01T00:00:00.000Z',
    });
    expect(await plan('none')).toMatchObject({
      status: 'no_credit',
      subscriptionPlan: null,
      subscriptionPeriodEndsAt: null,
    });
    const lines = [
      await later.run('set-plan', '--workspace', workspace, '--plan', 'unlimited'),
      await later.run('set-plan', '--workspace', workspace, '--plan', 'none'),
    ].map(({ stdout }) => stdout);
    expect(lines).toEqual([
      `Unlimited: any number of requests without an end\n${workspace}: any number of requests of its subscription and 0 prepaid are left\n`,
      `the subscription has ended\n${workspace}: 0 requests of its subscription and 0 prepaid are left\n`,
    ]);
  });

  it('leaves prepaid requests as they are', async () => {
    const workspace = await makeWorkspace();
    await run('grant-credit', '--workspace', workspace, '--requests', '7');
    for (const plan of ['monthly', 'none', 'annual', 'none']) {
      expect(await reported('set-plan', '--workspace', workspace, '--plan', plan)).toMatchObject({
        prepaidRequestsRemaining: 7,
      });
    }
  });

  it('refuses a plan that there is not, an end that has passed or is no instant, and a missing workspace', async () => {
    const workspace = await makeWorkspace();
    const set = (...argv: string[]) => run('set-plan', '--workspace', workspace, ...argv);
    await expect(set('--plan', 'gold')).rejects.toThrow(
      `--plan gold is unknown: it is ${plans.map(({ id }) => id).join(', ')} or none`,
    );
    await expect(set()).rejects.toThrow('set-plan needs --plan');
    await expect(set('--plan', 'monthly', '--until', '2000-01-01T00:00:00Z')).rejects.toThrow('has passed');
    for (const until of ['tomorrow', '2099-02-30T00:00:00Z', '2099-01-01', '2099-01-01T00:00:00+01:00']) {
      await expect(set('--plan', 'monthly', '--until', until)).rejects.toThrow('is no UTC instant');
    }
    await expect(set('--plan', 'none', '--until', '2099-01-01T00:00:00Z')).rejects.toThrow('no end to set');
    await expect(run('set-plan', '--plan', 'monthly')).rejects.toThrow('set-plan needs --workspace');
    expect(await run('set-plan', '--workspace', missing, '--plan', 'monthly')).toMatchObject({ exit: 1 });
    expect(await run('set-plan', '--workspace', missing, '--plan', 'none')).toMatchObject({ exit: 1 });
  });
});

describe('set-spend-limit', () => {
  it('limits, changes, stops and frees what a month may spend of prepaid requests', async () => {
    const workspace = await makeWorkspace();
    await run('grant-credit', '--workspace', workspace, '--requests', '7');
    const limit = (requests: string) => reported('set-spend-limit', '--workspace', workspace, '--requests', requests);
    expect(await limit('5')).toMatchObject({ status: 'ready', prepaidRequestsRemaining: 7, spendLimitReached: false });
    expect(await limit('0')).toMatchObject({ status: 'spend_limit_reached', spendLimitReached: true });
    expect(await limit('none')).toMatchObject({ status: 'ready', spendLimitReached: false });
    const lines = [
      await run('set-spend-limit', '--workspace', workspace, '--requests', '5'),
      await run('set-spend-limit', '--workspace', workspace, '--requests', 'none'),
    ].map(({ stdout }) => stdout.split('\n')[0]);
    expect(lines).toEqual(['at most 5 prepaid requests a month', 'no spend limit']);
  });

  it('refuses what is neither a number nor none', async () => {
    const workspace = await makeWorkspace();
    for (const requests of ['-1', '1.5', 'all', 'None']) {
      await expect(run('set-spend-limit', '--workspace', workspace, `--requests=${requests}`)).rejects.toThrow(
        'is not a whole number from 0',
      );
    }
    await expect(run('set-spend-limit', '--workspace', workspace)).rejects.toThrow('needs --requests');
    expect(await run('set-spend-limit', '--workspace', missing, '--requests', '5')).toMatchObject({ exit: 1 });
  });
});
