// Key revocation during use on two processes: requests after the acknowledged revocation are refused.
import { revokeKey } from '../../../server/store/people/keys.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import type { Account, Call, Client } from './stage/client.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { eachOf } from './stage/world.ts';

export type RevocationReport = {
  revoked: number;
  /** Requests that started before the acknowledgement and were delivered. */
  delivered: number;
  /** Requests that started after it. */
  late: number;
  /** Of those, the ones that were not refused with 401. */
  accepted: string[];
  /** Duration of each revocation. */
  ms: number[];
};

const paths = ['/v1/beliefs?limit=2', '/v1/brief?ticker=NWTB', '/v1/sources', '/v1/status', '/v1/receipts/first'];
const KEYS_AT_ONCE = 8;
const CLIENTS_PER_KEY = 4;
const DELIVERED_BEFORE = 6;
const ASKED_AFTER = 5;

export type RevocationPlan = { store: Store; client: Client; processes: readonly ServerProcess[]; count: number };

export async function revocations(revoking: RevocationPlan): Promise<RevocationReport> {
  const report: RevocationReport = { revoked: 0, delivered: 0, late: 0, accepted: [], ms: [] };
  const workspaceId = await makeTestWorkspace(revoking.store, { prepaid: 1_000_000 });
  const numbers = Array.from({ length: revoking.count }, (_, number) => number);
  await eachOf(numbers, KEYS_AT_ONCE, (number) => revokeOne(revoking, { workspaceId, number, report }));
  return report;
}

type One = { workspaceId: string; number: number; report: RevocationReport };

async function revokeOne(
  { store, client, processes }: RevocationPlan,
  { workspaceId, number, report }: One,
): Promise<void> {
  const account: Account = { workspaceId, ...(await makeTestKey(store, workspaceId)) };
  let [asked, delivered, isRevoked] = [0, 0, false];
  /** Some ids come again and again: a repetition of what was paid for is refused too. */
  async function askOne(): Promise<void> {
    const startedAfter = isRevoked;
    asked += 1;
    const requestId = asked % 3 === 0 ? 'first' : `revoke-${number}-${asked}`;
    const path = requestId === 'first' ? (paths[0] ?? '') : (paths[asked % paths.length] ?? '');
    const call: Call = { account, path, requestId: `${number}-${requestId}`, answers: [] };
    const address = processes[asked % processes.length]?.address ?? '';
    let { status } = await client.once(address, call);
    // Of a connection that broke, or a store that did not answer in time, nothing is known of the key.
    while (startedAfter && (status === 0 || status === 503)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ({ status } = await client.once(address, call));
    }
    if (status === 200) delivered += 1;
    if (!startedAfter) return;
    report.late += 1;
    if (status !== 401) report.accepted.push(`key ${number}: ${path} was answered ${status}`);
  }
  const clients = Array.from({ length: CLIENTS_PER_KEY }, async () => {
    while (!isRevoked) await askOne();
    for (let late = 0; late < ASKED_AFTER; late += 1) await askOne();
  });
  while (delivered < DELIVERED_BEFORE) await new Promise((resolve) => setTimeout(resolve, 2));
  const start = performance.now();
  await revokeKey(store.db, account.keyId, new Date().toISOString());
  report.ms.push(performance.now() - start);
  isRevoked = true;
  report.revoked += 1;
  await Promise.all(clients);
  report.delivered += delivered;
}
