// Audit of client histories against the ledger: no charge lost, doubled or missing, and every replay with the same
// bytes.
import type { Knex } from 'knex';
import { audit } from '../../../server/store/keeping/audit.ts';
import type { TryAnswer, Call } from './stage/client.ts';

type Entry = { account_id: string; request_id: string; digest: string; units: number; charged_at: number };

export type History = {
  calls: readonly Call[];
  /** Requests of an id that the server made can only be matched by what the answer says. */
  db: Knex;
};

export type Verdict = { calls: number; delivered: number; refused: number; entries: number; faults: string[] };

/** Every fault, as a sentence that names the request id. */
export async function auditHistory({ calls, db }: History): Promise<Verdict> {
  const { rows } = await db.raw(
    `select account_id, request_id, encode(digest, 'hex') as digest, units::integer as units,
            (extract(epoch from charged_at) * 1000)::double precision as charged_at
       from usage_entry`,
  );
  const entries = new Map((rows as Entry[]).map((entry) => [`${entry.account_id} ${entry.request_id}`, entry]));
  const faults: string[] = [];
  const told = new Map<string, Call[]>();
  for (const call of calls) {
    for (const { status, code } of call.answers.filter((one) => ![0, 200, 402, 409, 503].includes(one.status)))
      faults.push(`${nameOf(call)} was answered ${status} ${code}`);
    if (call.requestId === null && !call.answers.some(({ status }) => status === 200)) continue;
    told.set(nameOf(call), [...(told.get(nameOf(call)) ?? []), call]);
  }
  let [delivered, refused] = [0, 0];
  for (const [name, same] of told) {
    const entry = entries.get(name);
    const answers = same.flatMap((call) => call.answers);
    const ok = answers.filter(({ status }) => status === 200);
    const isRefused = answers.some(({ status }) => status === 402);
    if (ok.length > 0) delivered += 1;
    if (isRefused) refused += 1;
    if (ok.length > 0 && entry === undefined) faults.push(`${name} was delivered and is not in the ledger: free`);
    if (isRefused && entry !== undefined) faults.push(`${name} was refused with 402 and charged`);
    if (entry !== undefined && ok.length === 0) faults.push(`${name} was charged and never delivered: lost`);
    if (new Set(ok.map(({ digest }) => digest)).size > 1) faults.push(`${name} was answered with different bytes`);
    if (entry !== undefined && ok.some(({ digest }) => digest !== entry.digest))
      faults.push(`${name} was answered with other bytes than its entry says`);
    if (entry !== undefined && isDenied(entry, answers))
      faults.push(`${name} was charged while its only answer under way said that it was not`);
    if (ok.filter(({ charge }) => charge === '1').length > 1) faults.push(`${name} was told twice that it was charged`);
    if (ok.some(({ charge, isReplay }) => isReplay && charge !== '0')) faults.push(`${name}: a repetition had a price`);
  }
  for (const name of entries.keys()) if (!told.has(name)) faults.push(`${name} is in the ledger and nobody asked it`);
  const { drifts } = await audit(db);
  for (const { subject, what, expected, found } of drifts)
    faults.push(`audit: ${subject}: ${what}: ${expected}, found ${found}`);
  return { calls: calls.length, delivered, refused, entries: entries.size, faults };
}

/**
 * True if every try at the time of this charge reported `charged: false`. A 200, an unknown charge or a missing answer
 * may belong to it.
 */
function isDenied({ charged_at }: Entry, answers: readonly TryAnswer[]): boolean {
  const underway = answers.filter(({ asked: [from, until] }) => from <= charged_at && charged_at <= until);
  return underway.length > 0 && underway.every(({ status, charged }) => status !== 200 && charged === false);
}

/** Delivered requests with a caller's id, each counted once. */
export function deliveredIds(calls: readonly Call[]): number {
  const delivered = calls.filter(({ answers }) => answers.some(({ status }) => status === 200));
  return new Set(delivered.map(({ account, requestId }) => `${account.workspaceId} ${requestId}`)).size;
}

function nameOf({ account, requestId, answers }: Call): string {
  const id = requestId ?? answers.find(({ status }) => status === 200)?.requestId ?? 'an id of the server';
  return `${account.workspaceId} ${id}`;
}
