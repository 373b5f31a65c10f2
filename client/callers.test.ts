// Faults of the caller: a logger that throws, one signal for many calls, a wrong address, a text that cannot be
// encoded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResearchClient, type ResearchClientOptions, verify } from './index.ts';
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const clientOf = (options: ResearchClientOptions = {}): ResearchClient =>
  new ResearchClient({ baseUrl: server.address, apiKey: 'k', clock: server.clock, retries: 0, ...options });

/** One turn of the event loop later, when unhandled rejections have been reported. */
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a caller', () => {
  it('may watch with what fails at once or later', async () => {
    server.play({});
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const loggers = [
      () => Promise.reject(new Error('later')),
      () => {
        throw new Error('at once');
      },
    ];
    for (const logger of loggers) await clientOf({ logger }).brief({ ticker: 'NWTB' });
    await later();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('may give one signal to any number of calls, and all of them end with it', async () => {
    const warned: Error[] = [];
    const note = (warning: Error): void => void warned.push(warning);
    process.on('warning', note);
    const stop = new AbortController();
    const read = (): Promise<unknown> => clientOf().brief({ ticker: 'NWTB' }, { signal: stop.signal });
    server.play({});
    await Promise.all(Array.from({ length: 20 }, read));
    server.play('hang');
    const ended = Promise.allSettled(Array.from({ length: 20 }, read));
    setTimeout(() => stop.abort(), 50);
    const codes = (await ended).map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : one));
    expect(codes).toEqual(Array(20).fill('aborted'));
    await later();
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it('receives an error for an address that holds more than one, and of a text that has no form in it', async () => {
    for (const baseUrl of ['http://:pw@host/', 'http://u@host/', 'http://host/?', 'http://host/#', 'http://host/?#x']) {
      const refusal = expect.objectContaining({ code: 'invalid-argument', message: expect.not.stringContaining('pw') });
      expect(() => clientOf({ baseUrl }), baseUrl).toThrow(refusal as Error);
    }
    server.play({});
    const calls = [clientOf().brief({ ticker: '\ud800' }), clientOf().belief('\ud800')];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'invalid-argument', charged: false });
    expect(server.seen).toEqual([]);
  });

  it('receives an error for an id that its own address would lose, before anything is sent under it', async () => {
    server.play({});
    const by = clientOf();
    for (const id of ['.', '..'])
      for (const call of [
        by.receipt(id),
        by.brief({ ticker: 'NWTB' }, { requestId: id }),
        by.status({ requestId: id }),
      ])
        await expect(call).rejects.toMatchObject({
          code: 'invalid-argument',
          detail: expect.stringContaining('not . or .., which have no receipt') as string,
        });
    for (const id of ['', '.', '..'])
      for (const call of [by.belief(id), by.source(id), by.evidence(id)])
        await expect(call).rejects.toMatchObject({ code: 'invalid-argument', charged: false });
    expect(server.seen).toEqual([]);
    for (const id of ['...', '.x', '%2e']) await by.belief(id);
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/beliefs/...', '/v1/beliefs/.x', '/v1/beliefs/%252e']);
  });

  it('may verify bytes in any form', async () => {
    const bytes = new TextEncoder().encode('{"as_of":"x"}');
    const digest = `sha256:${'0'.repeat(64)}`;
    for (const form of [bytes, bytes.buffer, new DataView(bytes.buffer)])
      expect(await verify(form, { digest })).toMatchObject({ ok: false, failed: 1 });
  });
});
