// A document too large for its door is refused after authentication and the lookup of the id, not before.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resourceOf } from '../access/chats/authorization-request.ts';
import { sha256 } from '../access/secrets.ts';
import type { Delivery, MeteredCall } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';
import { type ServiceParts, createServing } from '../process/serving.ts';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestWorkspace } from '../testing/accounts.ts';
import { makeTestGrant } from '../testing/mcp.ts';
import { noRateLimits } from './testing/rate-limits.ts';

const baseUrl = 'https://research.test';
let store: Store;
let serving: ServiceParts;
let workspaceId: string;
let token: string;
let releases = 0;

beforeAll(async () => {
  store = await openTestStore();
  serving = createServing({
    store,
    baseUrl,
    now: () => '2029-12-31T00:00:00.000Z',
    elapsed: () => performance.now(),
    rateLimits: noRateLimits,
    onFailure: ({ cause }) => console.error(cause),
  });
});
afterAll(() => store.close());

beforeEach(async () => {
  await releaseOne();
  workspaceId = await makeTestWorkspace(store, { prepaid: 5 });
  ({ token } = await makeTestGrant(store, { baseUrl, workspaceId, resource: resourceOf(baseUrl) }));
});

/** One belief more: the page of all of them grows. */
async function releaseOne(): Promise<void> {
  releases += 1;
  const observedAt = `2029-01-${String(releases).padStart(2, '0')}T00:00:00.000Z`;
  const now = `2029-02-${String(releases).padStart(2, '0')}T00:00:00.000Z`;
  await publishTold(store.db, { told: [{ belief: `b${releases}`, observedAt }], now });
}

type CallOptions = { of?: string; id?: string; bytesMax?: number };

function ask({ of = token, id, bytesMax }: CallOptions): Promise<Delivery> {
  const call: MeteredCall = {
    operation: 'listBeliefs',
    payer: { kind: 'grant', tokenSha256: sha256(of), resource: resourceOf(baseUrl) },
    collection: 'live',
    requestId: id ?? randomBytes(8).toString('hex'),
    isOwnId: id !== undefined,
    parameters: { view: 'beliefs' },
    request: '/v1/beliefs?view=beliefs',
    build: () => serving.answers.beliefs('live', {}),
    isListening: () => true,
    ...(bytesMax !== undefined && { bytesMax }),
  };
  return serving.deliver(call);
}

async function refusal(asked: CallOptions): Promise<string | null> {
  const thrown: unknown = await ask(asked).then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof ProblemError ? thrown.code : null;
}

const left = async (): Promise<number | undefined> => (await readBalance(store.db, workspaceId))?.prepaid;

it('an id that has paid for a smaller document gets its bytes when a release has made it larger', async () => {
  const paid = await ask({ id: 'mine' });
  const bytesMax = paid.answer.bytes.length;
  await releaseOne();
  const larger = await ask({});
  expect(larger.answer.bytes.length).toBeGreaterThan(bytesMax);
  const again = await ask({ id: 'mine', bytesMax });
  expect([again.answer.bytes.equals(paid.answer.bytes), again.replayed, again.charge]).toEqual([true, true, 0]);
  // Any other call is refused, with or without its own id, and an id that paid for too large a document stays refused.
  await ask({ id: 'large' });
  const refused = [
    await refusal({ bytesMax }),
    await refusal({ bytesMax, id: 'new' }),
    await refusal({ bytesMax, id: 'large' }),
  ];
  expect(refused).toEqual(['answer-too-large', 'answer-too-large', 'answer-too-large']);
  expect(await left()).toBe(2);
});

it('a token that nobody knows, or that was revoked since it paid, is told nothing of the document', async () => {
  await ask({});
  expect(await refusal({ bytesMax: 10 })).toBe('answer-too-large');
  expect(await refusal({ of: 'forged', bytesMax: 10 })).toBe('unauthorized');
  await store.db.raw('delete from oauth_token where token_sha256 = ?', [sha256(token)]);
  expect(await refusal({ bytesMax: 10 })).toBe('unauthorized');
  expect(await refusal({ bytesMax: 10, id: 'mine' })).toBe('unauthorized');
});
