// The public log of a full store: two keys, a witness, and a cosigned checkpoint.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountBench } from '../../../server/admin/testing/account-bench.ts';
import { ALGORITHM, cosignatureLine, parseCheckpoint, publicBytesOf, verifierKeyOf } from '../../../server/log/note.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { readCheckpoint } from '../../../server/store/log/checkpoints.ts';
import { setSigning } from '../../../server/store/log/keys.ts';

/** It does not sign from here on, as its restored copies do not: their exports are compared with its own. */
export async function makeLog(store: Store, admin: AccountBench, folder: string): Promise<void> {
  const seed = Buffer.alloc(32, 7);
  const witness = { name: 'witness.example', algorithm: ALGORITHM.cosignature, publicKey: publicBytesOf(seed) };
  await admin.reported('log', 'rotate-key');
  await admin.reported('log', 'add-witness', '--verifier-key', verifierKeyOf(witness));
  const signed = parseCheckpoint((await readCheckpoint(store.db, null))?.note ?? '');
  const answer = join(folder, 'cosignature.txt');
  await writeFile(answer, `${cosignatureLine(signed?.text ?? '', { name: witness.name, seed }, 1_790_000_000n)}\n`);
  await admin.reported('log', 'cosign', '--cosignature', answer);
  await store.db.transaction((trx) => setSigning(trx, false));
}
