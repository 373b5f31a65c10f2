// Limit of `maxCharge`: no metered request exceeds it, alone or in parallel, and free requests never count.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { ResearchClient } from './research-client.ts';
import { type Turn, type ScriptedServer, startScriptedServer, labels } from './testing/scripted-server.ts';

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const clientOf = (maxCharge?: number) =>
  new ResearchClient({
    baseUrl: server.address,
    apiKey: 'k',
    clock: server.clock,
    retries: 0,
    ...(maxCharge !== undefined && { maxCharge }),
  });
const costs = (charge: number, headers = {}): Turn => ({
  headers: { 'Usage-Charge': String(charge), ...headers },
});
const brief = (client: ResearchClient, requestId?: string) =>
  client.brief({ ticker: 'NWTB' }, requestId === undefined ? {} : { requestId });

describe('maxCharge', () => {
  it('refuses the first call that may go over it, before anything is sent', async () => {
    const client = clientOf(2);
    server.play(costs(1));
    await brief(client);
    await brief(client);
    await expect(brief(client)).rejects.toMatchObject({ code: 'max-charge-reached', charged: false, retryable: false });
    expect([server.seen.length, client.usage]).toEqual([2, { charged: 2, unknown: 0 }]);
    server.play({});
    await Promise.all([client.status(), client.tickers(), client.receipt('x')]);
    expect([server.seen.length, client.usage.charged]).toEqual([3, 2]);
  });

  it('holds for calls side by side, and of nothing at all', async () => {
    const client = clientOf(3);
    server.play(costs(1));
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => brief(client)));
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    expect([server.seen.length, client.usage.charged]).toEqual([3, 3]);
    await expect(brief(clientOf(0))).rejects.toMatchObject({ code: 'max-charge-reached' });
  });

  it('counts what an answer hides or garbles as the most that it can have cost', async () => {
    for (const said of [undefined, '', '1, 1', 'one', '-5', 'NaN']) {
      const client = clientOf(2);
      server.play(said === undefined ? {} : { headers: { 'Usage-Charge': said, 'Usage-Remaining': '9, 9' } });
      expect(await brief(client)).toMatchObject({ charge: 1, remaining: null });
      await brief(client);
      await expect(brief(client)).rejects.toMatchObject({ code: 'max-charge-reached' });
      expect([said, server.seen.length, client.usage]).toEqual([said, 2, { charged: 2, unknown: 0 }]);
    }
  });

  it('includes in the result what an attempt with a lost answer was charged', async () => {
    const client = new ResearchClient({ baseUrl: server.address, apiKey: 'k', clock: server.clock });
    server.play('drop-midway', costs(0, { 'Idempotent-Replayed': 'true' }));
    expect(await brief(client)).toMatchObject({ charge: 1, replayed: true });
    expect(client.usage).toEqual({ charged: 1, unknown: 0 });
  });

  it('gives back what was refused, and what preview data cost', async () => {
    const client = clientOf(1);
    server.play({ status: 404, body: { code: 'not-covered', request_id: 'x', retryable: false } }, costs(0), costs(1));
    await expect(brief(client)).rejects.toMatchObject({ code: 'not-covered' });
    await brief(client);
    await brief(client);
    expect(client.usage).toEqual({ charged: 1, unknown: 0 });
  });

  it('keeps a unit for a call whose outcome is unknown, which may be repeated under its id and is counted once', async () => {
    const client = clientOf(1);
    server.play('drop', costs(0, { 'Idempotent-Replayed': 'true' }));
    await expect(brief(client, 'first')).rejects.toMatchObject({ code: 'network', charged: 'unknown' });
    expect(client.usage).toEqual({ charged: 0, unknown: 1 });
    await expect(brief(client, 'second')).rejects.toMatchObject({ code: 'max-charge-reached' });
    const { replayed, charge } = await brief(client, 'first');
    expect([replayed, charge, client.usage]).toEqual([true, 0, { charged: 1, unknown: 0 }]);
  });

  it('counts what a proxy has sent twice, and what was lost on the way, and nothing of the preview', async () => {
    const client = clientOf();
    const replay = costs(0, { 'Idempotent-Replayed': 'true' });
    server.play(replay);
    await brief(client);
    expect(client.usage.charged).toBe(1);
    await brief(client, 'of-yesterday');
    expect(client.usage.charged).toBe(1);
    server.play('drop', replay);
    await client.brief({ ticker: 'NWTB' }, { retries: 1 });
    expect(client.usage.charged).toBe(2);
    const preview = new ResearchClient({ baseUrl: server.address, apiKey: 'ri_preview_x', clock: server.clock });
    server.play('drop', replay);
    await brief(preview);
    expect(preview.usage).toEqual({ charged: 0, unknown: 0 });
  });

  it('holds one unit for two calls under one id, until the last of them is over', async () => {
    const client = clientOf(1);
    const running = { code: 'request-running', request_id: 'x', retryable: true };
    let answered: (() => void) | undefined;
    const first = new Promise<void>((done) => (answered = done));
    const slow = new ResearchClient({
      baseUrl: server.address,
      apiKey: 'k',
      retries: 0,
      maxCharge: 1,
      fetch: async (request) => {
        const response = await fetch(request);
        if (response.ok) await first;
        return response;
      },
    });
    server.play(costs(1), { status: 409, body: running }, costs(1));
    const both = [brief(slow, 'same'), brief(slow, 'same')];
    await expect(Promise.race(both)).rejects.toMatchObject({ code: 'request-running' });
    await expect(brief(slow, 'another')).rejects.toMatchObject({ code: 'max-charge-reached' });
    answered?.();
    await Promise.allSettled(both);
    expect([server.seen.length, slow.usage]).toEqual([2, { charged: 1, unknown: 0 }]);
    // A second call with the same id settles the lost one.
    server.play('drop', costs(1));
    await Promise.allSettled([brief(client, 'same'), brief(client, 'same')]);
    expect([server.seen.length, client.usage]).toEqual([2, { charged: 1, unknown: 0 }]);
  });

  it('counts one unit for one id, however often it is asked and lost', async () => {
    const replay = costs(0, { 'Idempotent-Replayed': 'true' });
    const client = clientOf(2);
    server.play(costs(1), 'drop', replay, 'drop');
    await brief(client, 'same');
    await client.brief({ ticker: 'NWTB' }, { requestId: 'same', retries: 1 });
    expect(client.usage).toEqual({ charged: 1, unknown: 0 });
    await expect(brief(client, 'same')).rejects.toMatchObject({ code: 'network' });
    expect(client.usage).toEqual({ charged: 1, unknown: 0 });
    server.play(costs(1));
    await brief(client);
    await brief(client, 'same');
    expect(client.usage.charged).toBe(2);
  });

  it('holds one unit for an id that is underway and was lost before', () => {
    const budget = new Budget(2);
    for (let call = 0; call < 2; call += 1) budget.hold('same');
    budget.leaveOpen('same');
    expect(() => budget.hold('another')).not.toThrow();
    expect(() => budget.hold('third')).toThrow(expect.objectContaining({ code: 'max-charge-reached' }) as Error);
    budget.settle('same', 1);
    budget.settle('another', 0);
    expect(budget.usage).toEqual({ charged: 1, unknown: 0 });
    budget.hold('same');
    expect(() => budget.hold('third')).not.toThrow();
  });

  it('remembers the last ids that were paid for, and no more with every request', () => {
    const budget = new Budget(Infinity);
    for (let id = 0; id <= 1_000; id += 1) budget.settle(`${id}`, 1);
    budget.settle('1000', 1);
    expect(budget.usage.charged).toBe(1_001);
    budget.settle('0', 1);
    expect(budget.usage.charged).toBe(1_002);
  });

  it('keeps a unit for a call of which the service does not know whether it charged it', async () => {
    for (const [code, status] of [
      ['unavailable', 503],
      ['internal', 500],
    ] as const) {
      const client = clientOf(1);
      server.play(
        { status, body: { code, request_id: 'x', retryable: true, charged: null } },
        costs(0, { 'Idempotent-Replayed': 'true' }),
      );
      await expect(brief(client, 'first')).rejects.toMatchObject({ code, charged: 'unknown' });
      expect(client.usage).toEqual({ charged: 0, unknown: 1 });
      await expect(brief(client, 'second')).rejects.toMatchObject({ code: 'max-charge-reached' });
      await brief(client, 'first');
      expect(client.usage).toEqual({ charged: 1, unknown: 0 });
    }
  });

  it('stops an iteration over pages between two pages', async () => {
    const client = clientOf(2);
    server.play(({ path }) => {
      const next = `${server.address}/v1/beliefs?cursor=${path.length}${path.at(-1)}`;
      return {
        body: { ...labels, as_of: 'x', data: { beliefs: [{ belief_id: path }] }, pagination: { next_page_url: next } },
        headers: { 'Usage-Charge': '1' },
      };
    });
    const seen: string[] = [];
    const walk = async () => {
      for await (const { belief_id } of client.beliefs()) seen.push(belief_id);
    };
    await expect(walk()).rejects.toMatchObject({ code: 'max-charge-reached' });
    expect([seen.length, server.seen.length]).toEqual([2, 2]);
  });
});
