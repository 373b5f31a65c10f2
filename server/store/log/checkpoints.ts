// Signed checkpoints of the log with their cosignatures. A head is signed once: its text, with the time, then stays.
import {
  ALGORITHM,
  checkpointText,
  isSignedBy,
  parseSignatureLine,
  parseVerifierKey,
  signatureLine,
} from '../../log/note.ts';
import type { Db, Instant, Trx } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { type LogHead, newestHead } from './heads.ts';
import { logIdentity, logWitnesses, signingKeys } from './keys.ts';

export type LogCheckpoint = { origin: string; size: number; body: string; signed_at: Instant; note: string };

/** Signs the newest head, unless this store may not sign or has no key yet. */
export async function signNewestHead(trx: Db, now: Instant): Promise<void> {
  const head = await newestHead(trx);
  if (head !== null) await signHead(trx, head, now);
}

/** Signs a head with every key that signs now; signatures that it has stay. */
export async function signHead(db: Db, { size, root }: Pick<LogHead, 'size' | 'root'>, now: Instant): Promise<void> {
  const identity = await logIdentity(db);
  if (identity === null || !identity.signs) return;
  const { origin } = identity;
  const text = checkpointText({ origin, size, root }, now);
  await rowsOf(
    db,
    sql`insert into log_checkpoint (origin, size, body, signed_at) values (${origin}, ${size}, ${text}, ${now})
        on conflict do nothing`,
  );
  const [signed] = await rowsOf<{ body: string }>(
    db,
    sql`select body from log_checkpoint where origin = ${origin} and size = ${size}`,
  );
  const body = signed?.body ?? text;
  for (const { seed } of await signingKeys(db, origin, now)) {
    const line = signatureLine(body, { name: origin, seed });
    await noteSignature(db, { origin, size, line, signer: 'log', noted_at: now });
  }
}

type Signature = { origin: string; size: number; line: string; signer: 'log' | 'witness'; noted_at: Instant };

async function noteSignature(db: Db, { origin, size, line, signer, noted_at: at }: Signature): Promise<boolean> {
  const noted = await rowsOf(
    db,
    sql`insert into log_signature (origin, size, line, signer, noted_at) values (${origin}, ${size}, ${line}, ${signer}, ${at})
        on conflict do nothing returning 1`,
  );
  return noted.length > 0;
}

/** The signed checkpoint of a size, or the newest one; null if there is none. */
export async function readCheckpoint(db: Db, size: number | null): Promise<LogCheckpoint | null> {
  const identity = await logIdentity(db);
  if (identity === null) return null;
  const { origin } = identity;
  const [found] = await rowsOf<Omit<LogCheckpoint, 'note'>>(
    db,
    sql`select origin, size, body, signed_at from log_checkpoint
         where origin = ${origin} and (${size}::bigint is null or size = ${size}::bigint) order by size desc limit 1`,
  );
  if (found === undefined) return null;
  const lines = await rowsOf<{ line: string }>(
    db,
    sql`select line from log_signature where origin = ${origin} and size = ${found.size}
         order by signer, noted_at, line collate "C"`,
  );
  return { ...found, note: `${found.body}\n${lines.map(({ line }) => `${line}\n`).join('')}` };
}

export type CosignatureOutcome = 'added' | 'known' | 'not-a-cosignature' | 'unknown-witness' | 'no-such-checkpoint';

/** Adds the cosignature of a named witness to the checkpoint that it is over; the newest ones are tried. */
export async function addCosignature(trx: Trx, text: string, now: Instant): Promise<CosignatureOutcome> {
  const line = parseSignatureLine(text);
  const identity = await logIdentity(trx);
  if (line === null || identity === null) return 'not-a-cosignature';
  const witnesses = (await logWitnesses(trx)).flatMap(({ verifier_key: key }) => parseVerifierKey(key) ?? []);
  const named = witnesses.filter(({ name, algorithm }) => name === line.name && algorithm === ALGORITHM.cosignature);
  if (named.length === 0) return 'unknown-witness';
  const { origin } = identity;
  const newest = await rowsOf<{ size: number; body: string }>(
    trx,
    sql`select size, body from log_checkpoint where origin = ${origin} order by size desc limit ${TRIED_MAX}`,
  );
  const signed = newest.find(({ body }) => named.some((witness) => isSignedBy(body, line, witness)));
  if (signed === undefined) return 'no-such-checkpoint';
  const signature: Signature = { origin, size: signed.size, line: text, signer: 'witness', noted_at: now };
  return (await noteSignature(trx, signature)) ? 'added' : 'known';
}

/** A cosignature may arrive after further releases. */
const TRIED_MAX = 1_000;
