// Every kind of credential on every operation, over HTTP on a real store: the answer, and its cost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import { type OperationId, type TableOperation, oauthOperations } from '../contract/operations.ts';
import { type ProblemCode, catalogue } from '../contract/problems.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { codeOf } from '../testing/service.ts';
import { type CredentialWorld, type Kind, kinds, openCredentialWorld } from '../testing/credentials.ts';
import { routes } from '../../generated/routes.ts';
import type { Route } from '../../generated/routes.ts';

let world: CredentialWorld;
beforeAll(async () => {
  world = await openCredentialWorld();
});
afterAll(() => world.close());

const served = (Object.keys(routes) as OperationId[]).filter(
  (id): id is TableOperation => !(oauthOperations as readonly string[]).includes(id),
);

const paths: Record<TableOperation, string> = {
  listTickers: '/v1/tickers',
  getBrief: '/v1/brief?ticker=NWTB',
  listBeliefs: '/v1/beliefs?limit=2',
  getBelief: '/v1/beliefs/bel_b1',
  listSources: '/v1/sources',
  getSource: '/v1/sources/src_letters',
  listEvidence: '/v1/sources/src_letters/evidence',
  getEvidence: '/v1/evidence/evd_b1-1',
  listChanges: '/v1/changes?since=2020-01-01T00%3A00%3A00.000Z',
  listReleases: '/v1/releases',
  getReleasesFeed: '/v1/releases.atom',
  getStatus: '/v1/status',
  listReceipts: '/v1/receipts',
  getReceipt: '/v1/receipts/seen',
  getOpenings: '/v1/receipts/seen/openings',
  getCheckpoint: '/log/checkpoint',
  getLogTile: '/log/tile/0/000.p/1',
  getLogKeys: '/.well-known/transparency-log',
  initiateDevice: '/api/auth/cli/initiate',
  pollDevice: '/api/auth/cli/poll',
};

/** The body, for operations that read one. */
const bodies: Partial<Record<TableOperation, string>> = { initiateDevice: '{"deviceName":"laptop"}' };

const open = '200 200 200 200 200 200 200 200 200 200 200 200 200 200 invalid-request 200 200 200 200';
const free =
  'unauthorized unauthorized unauthorized unauthorized unauthorized 200 200 200 200 200 unauthorized unauthorized unauthorized unauthorized invalid-request unauthorized unauthorized unauthorized';
const metered =
  'unauthorized unauthorized unauthorized unauthorized unauthorized 200 no-credit spend-limit-reached 200 200 unauthorized unauthorized unauthorized unauthorized invalid-request unauthorized unauthorized unauthorized';
/** The last kind of key may ask for briefs and its status alone. */
const other = `${metered} operation-not-allowed`;
/** A poll accepts only device codes, and refuses all else in the specification's words. */
const poll =
  'invalid invalid invalid invalid invalid invalid invalid invalid invalid invalid invalid 200 invalid invalid invalid-request invalid invalid invalid invalid';

/** For each operation the answer to each kind of credential, in the order of `kinds`. */
const table: Record<TableOperation, string> = {
  listTickers: open,
  getBrief: `${metered} 200`,
  listBeliefs: other,
  getBelief: other,
  listSources: other,
  getSource: other,
  listEvidence: other,
  getEvidence: other,
  listChanges: other,
  listReleases: open,
  getReleasesFeed: open,
  getStatus: `${free} 200`,
  listReceipts: `${free} operation-not-allowed`,
  getReceipt: `${free} operation-not-allowed`,
  getOpenings: `${free} operation-not-allowed`,
  getCheckpoint: open,
  getLogTile: open,
  getLogKeys: open,
  initiateDevice: open,
  pollDevice: poll,
};

/** A poll takes device codes alone for tokens that were sent. */
function challengeOf(kind: Kind, only?: Kind): string {
  const isMissing = kind === 'no key' || kind === 'key as Basic';
  const isSent = only === undefined ? !isMissing : kind === only || kind === 'device code';
  return isSent ? 'Bearer realm="research", error="invalid_token"' : 'Bearer realm="research"';
}

const cells = served.flatMap((operation) => {
  const expected = (table[operation] ?? '').split(' ');
  return kinds.map((kind, index) => ({ operation, kind, expected: expected[index] ?? 'no cell' }));
});

const seen: (HttpAnswer & { operation: TableOperation; kind: Kind })[] = [];

describe('every operation for every kind of credential', () => {
  it('has a row with as many cells as there are kinds', () => {
    const rows = served.map((id) => [id, (table[id] ?? '').split(' ').length] as const);
    const uneven = rows.filter(([, count]) => count !== kinds.length).map(([id, count]) => `${id}: ${count} cells`);
    expect(uneven, `each row of the table in this file needs ${kinds.length} cells`).toEqual([]);
    expect(cells.length).toBeGreaterThanOrEqual(380);
  });

  it.each(cells)(
    '$operation, $kind: $expected [SPEC-A1] [SPEC-A3] [SPEC-E4] [SPEC-E6]',
    async ({ operation, kind, expected }) => {
      const route: Route = routes[operation];
      const body = bodies[operation];
      const answered = await world.service.ask(paths[operation], {
        method: route.method.toUpperCase(),
        headers: {
          ...world.credentials[kind].headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      seen.push({ ...answered, operation, kind });
      const documented = `openapi.yaml documents no ${answered.status} for ${operation}`;
      expect(Object.keys(route.answers), documented).toContain(String(answered.status));
      if (expected === 'invalid') {
        expect([answered.status, answered.text]).toEqual([401, '{"status":"invalid"}']);
        expect(answered.headers['www-authenticate']).toBe(challengeOf(kind, 'pending device code'));
        return;
      }
      expect(codeOf(answered)).toBe(expected);
      if (expected === '200') {
        const charge = route.units === 0 ? undefined : kind.startsWith('preview') ? '0' : '1';
        expect([answered.status, answered.headers['usage-charge']]).toEqual([200, charge]);
        return;
      }
      const { status, retryable } = catalogue[expected as ProblemCode];
      const problem = JSON.parse(answered.text) as Record<string, unknown>;
      validateDocument('Problem', problem);
      expect([answered.status, problem['charged'], problem['retryable']]).toEqual([status, false, retryable]);
      expect(answered.headers['www-authenticate']).toBe(status === 401 ? challengeOf(kind) : undefined);
      expect(answered.headers).not.toHaveProperty('usage-charge');
    },
  );

  it('answers every 401 to a token alike, byte for byte but for the request id: it tells nobody which keys exist [SPEC-E4]', () => {
    const refused = seen.filter(({ status, operation }) => status === 401 && operation !== 'pollDevice');
    const alike = refused.map(({ text, headers }) => {
      const { 'x-request-id': id = '', date, ...rest } = headers;
      expect([typeof date, text.includes(`"${String(id)}"`)]).toEqual(['string', true]);
      return JSON.stringify([text.replaceAll(String(id), 'ID'), rest]);
    });
    const unauthorized = cells.filter(({ expected }) => expected === 'unauthorized');
    expect([refused.length, refused.length >= 144]).toEqual([unauthorized.length, true]);
    // RFC 6750: a request without a token gets no error code, and every refused token gets the same one.
    expect(new Set(alike).size).toBe(2);
  });

  it('has cost exactly what was answered to whoever has credit, and nobody else anything', async () => {
    const left = async (kind: Kind): Promise<number | undefined> =>
      (await readBalance(world.store.db, world.credentials[kind].accountId ?? ''))?.prepaid;
    const metered = served.filter((id) => (routes[id] as Route).units > 0).length;
    const charged = seen.filter(({ headers }) => headers['usage-charge'] === '1');
    expect(charged.map(({ kind }) => kind).toSorted()).toEqual([
      'for briefs alone',
      ...Array<Kind>(metered).fill('with credit'),
    ]);
    // One each was spent before the table was gone through.
    expect(await left('with credit')).toBe(100 - 1 - metered);
    expect(await left('for briefs alone')).toBe(100 - 1 - 1);
    expect(await left('revoked')).toBe(99);
    expect(await left('expired')).toBe(99);
    expect(await left('without credit')).toBe(0);
    expect(await left('over its spend limit')).toBe(8);
    expect(await left('preview of a workspace')).toBe(7);
  });
});
