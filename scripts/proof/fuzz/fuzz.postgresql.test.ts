// Fuzzing of the whole service: every answer is documented, charges agree with the ledger, and each planted defect is
// found.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableOperation } from '../../../server/contract/operations.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { defaultRateLimits } from '../../../server/metering/limits/rate-limit.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { StoreUnavailable } from '../../../server/store/engine/failures.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { freePort } from '../../stage/listening.ts';
import { type Report, fuzz, told } from './run.ts';
import { type FuzzedOptions, serveFuzzed, wrongPlan } from './service.ts';
import { unitsOf } from './units.ts';
import { type World, prepareWorld } from './world.ts';

const SEED = 20_261_126;

let store: Store;
let world: World;
let port: number;
beforeAll(async () => {
  store = await openTestStore();
  port = await freePort();
  world = await prepareWorld(store, `http://127.0.0.1:${port}`);
});
afterAll(() => store.close());

/** A request that the store did not answer in time was refused and repeated. */
type Ran = { report: Report; failures: readonly unknown[] };

async function ran(count: number, options: FuzzedOptions = {}): Promise<Ran> {
  const service = await serveFuzzed(store, { at: `http://127.0.0.1:${port}`, ...options });
  try {
    const report = await fuzz({ port, world, seed: SEED, count, isPatient: true });
    return { report, failures: service.failures.filter(({ cause }) => !(cause instanceof StoreUnavailable)) };
  } finally {
    await service.close();
  }
}

type RequestKind =
  | TableOperation
  | 'exchangeToken'
  | 'revokeToken'
  | 'authorizePage'
  | 'decideAuthorization'
  | 'refused'
  | 'mcp';

/** Every way out of each operation that a request alone can bring about. */
const statuses: Readonly<Record<RequestKind, readonly number[]>> = {
  listTickers: [200, 304, 400, 406, 412],
  getBrief: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  listBeliefs: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  getBelief: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  listSources: [200, 304, 400, 401, 402, 405, 406, 412, 422],
  getSource: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  getEvidence: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  listEvidence: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  listChanges: [200, 304, 400, 401, 402, 404, 405, 406, 412, 422],
  listReleases: [200, 304, 400, 406, 412],
  getReleasesFeed: [200, 304, 400, 406, 412],
  getCheckpoint: [200, 304, 400, 404, 406, 412],
  getLogTile: [200, 304, 400, 404, 406, 412],
  getLogKeys: [200, 304, 400, 406, 412],
  listReceipts: [200, 400, 401, 406],
  getOpenings: [200, 400, 401, 404, 406],
  getStatus: [200, 400, 401, 406],
  getReceipt: [200, 400, 401, 404, 406],
  initiateDevice: [200, 400, 406, 413, 415],
  pollDevice: [200, 400, 401, 405, 406, 429],
  exchangeToken: [200, 400, 401],
  revokeToken: [200, 400, 401],
  authorizePage: [200, 303, 400],
  decideAuthorization: [303, 400, 403],
  refused: [404, 405],
  mcp: [200, 202, 400, 401, 403, 405, 406, 413, 415],
};

describe('the service under 30,000 requests', () => {
  it('answers each as the contract documents, drops none, and charges what it says', async () => {
    const before = await unitsOf(store);
    const { report, failures } = await ran(30_000);
    expect(report.faults.length, told(report)).toBe(0);
    expect([report.requests, failures]).toEqual([30_000, []]);
    const missing = Object.entries(statuses).flatMap(([id, all]) => {
      return all.filter((status) => !report.answered.has(`${id} ${status}`)).map((status) => `${id} ${status}`);
    });
    expect(missing, told(report)).toEqual([]);
    const charged = (await unitsOf(store)) - before;
    // Some 1,000 units: each further operation takes requests from those that charge.
    expect(charged).toBeGreaterThan(500);
    // The charge of a request without an answer is unknown to its client.
    expect(charged - report.charged).toBeGreaterThanOrEqual(0);
    expect(charged - report.charged).toBeLessThanOrEqual(report.again);
    expect(report.again).toBeLessThan(report.requests / 100);
    expect((await audit(store.db)).drifts).toEqual([]);
  });

  it('tells whoever asks too fast when to come back', async () => {
    const { report } = await ran(2_000, { rateLimits: defaultRateLimits });
    expect(report.faults.length, told(report)).toBe(0);
    const limited = [...report.answered].filter(([name]) => name.endsWith(' 429'));
    expect(limited.length, told(report)).toBeGreaterThan(8);
  });
});

/** Careless changes of the service, each with a word of the report that must name it. */
const planted: readonly (readonly [what: string, changed: NonNullable<FuzzedOptions['changed']>, said: RegExp])[] = [
  [
    'one answer with a field of another type',
    ({ accounts }) => ({
      accounts: { ...accounts, standing: async (one) => wrongPlan(await accounts.standing(one)) },
    }),
    /does not fit KeyStatus/,
  ],
  [
    'an answer that fails for one person alone',
    ({ answers }) => ({
      answers: {
        ...answers,
        beliefs: (collection, query) => {
          if (query.person_id === undefined) return answers.beliefs(collection, query);
          throw new Error('column "person" does not exist');
        },
      },
    }),
    /a 500/,
  ],
  ['a request id that is not echoed', () => ({ newRequestId: () => 'not an id' }), /X-Request-ID is not an id/],
  [
    'a key that opens whatever it is',
    ({ access, accounts }) => ({
      accounts,
      access: {
        ...access,
        credential: () => ({ keySha256: Buffer.alloc(32), collection: 'preview' }),
        identify: async () => ({ keyId: 'k', collection: 'preview', accountId: 'k' }),
      },
    }),
    /200 where only 401 is right/,
  ],
  [
    'a document whose bytes are not those of its digest',
    ({ answers }) => ({
      answers: {
        ...answers,
        tickers: async (collection) => ({ ...(await answers.tickers(collection)), sha256: 'AAAA' }),
      },
    }),
    /Document-Digest/,
  ],
  ['a limit that names no time', () => ({ limit: () => ({ headers: {}, retryAfter: 0 }) }), /retry-after is 0/],
];

describe('a planted defect', () => {
  it.each(planted)('is found: %s', async (_what, changed, said) => {
    const { report } = await ran(3_000, { changed });
    expect(report.faults.flatMap(({ faults }) => faults).join('\n')).toMatch(said);
    const [first] = report.faults;
    expect(first).toMatchObject({ seed: SEED, number: expect.any(Number) as number });
  });

  it('is one of six', () => {
    expect(planted.length).toBe(6);
  });
});
