// A legal removal takes delivered documents too: those that tell the words of a record without its id, and those of its own
// collection alone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAnswers } from '../answers/answers.ts';
import type { Answer } from '../answers/kept.ts';
import { bodyKeeper } from '../metering/kept-bodies.ts';
import { databaseNow } from '../store/clock.ts';
import type { Collection } from '../store/db.ts';
import { derivedId } from '../store/ids.ts';
import { keepBodies, readKeptBody } from '../store/usage.ts';
import { removeLegally } from './remove-legally.ts';
import { release } from './release.ts';
import { importRecords } from './import-records.ts';
import { LoadingBench } from './test-loading.ts';
import { letters, loadLetters } from './test-withdrawal.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
  await loadLetters(bench);
});
afterEach(() => bench.close());

/** Documents as they are delivered, kept for repetitions. */
async function delivered(collection: Collection): Promise<Record<'overview' | 'full' | 'belief' | 'page', Answer>> {
  const now = await databaseNow(bench.store.db);
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });
  const found = {
    overview: await answers.brief(collection, { ticker: 'ZQRX', detail: 'overview' }),
    full: await answers.brief(collection, { ticker: 'ZQRX', detail: 'full' }),
    belief: await answers.belief(collection, derivedId('belief', 'b:1'), undefined),
    page: await answers.beliefs(collection, {}),
  };
  const keeper = bodyKeeper(
    (...kept) => keepBodies(bench.store.db, ...kept),
    () => now,
  );
  for (const answer of Object.values(found)) expect(await keeper.keepBody(answer)).toBe(true);
  return found;
}

const told = async ({ sha256 }: Answer) => {
  const kept = await readKeptBody(bench.store.db, Buffer.from(sha256, 'base64'));
  return kept?.bytes?.toString() ?? kept?.removed_reason;
};

const remove = (collection: Collection, id: string) =>
  removeLegally(bench.store.db, { collection, id, reason: 'court order', dryRun: false });

it.each(['condition', 'note'])('of a %s takes what tells its words, and leaves what does not', async (kind) => {
  const documents = await delivered('live');
  const rows = await bench.rows<{ id: string; statement: string }>(
    `select part_id as id, body ->> 'statement' as statement from belief_part where kind = ? order by part_id`,
    [kind],
  );
  const shown = rows.filter(({ statement }) => documents.full.bytes.toString().includes(statement));
  expect(shown.length).toBeGreaterThan(0);
  for (const id of new Set(shown.map((row) => row.id))) await remove('live', id);
  for (const { statement } of shown) {
    const holding = Object.values(documents).filter(({ bytes }) => bytes.toString().includes(statement));
    for (const document of holding) expect(await told(document)).toBe('court order');
  }
  expect(await told(documents.page)).toBe(documents.page.bytes.toString());
});

it('of a rehearsal in the preview leaves live documents as they are', async () => {
  const file = await bench.lines('again.ndjson', letters);
  await importRecords({ db: bench.store.db, collection: 'preview', dryRun: false }, file, 'bundle');
  await release(bench.store.db, { collection: 'preview' });
  const [live, preview] = [await delivered('live'), await delivered('preview')];
  await remove('preview', derivedId('belief', 'b:1'));
  for (const document of Object.values(preview)) expect(await told(document)).toBe('court order');
  for (const document of Object.values(live)) expect(await told(document)).toBe(document.bytes.toString());
});
