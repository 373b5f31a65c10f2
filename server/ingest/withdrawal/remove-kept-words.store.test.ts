// A legal removal takes delivered documents too: those with the words of a record but not its id, and only those of its
// collection.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswers } from '../../answers/answers.ts';
import type { Answer } from '../../answers/kept.ts';
import { bodyKeeper } from '../../metering/kept-bodies.ts';
import { rooms, shortened } from '../../documents/room.ts';
import { databaseNow } from '../../store/known/clock.ts';
import type { Collection } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { keepBodies, readKeptBody } from '../../store/ledger/usage.ts';
import { bodyInParts } from '../../testing/bodies.ts';
import { removeLegally } from './remove-legally.ts';
import { release } from '../release/release.ts';
import { importRecords } from '../records/import-records.ts';
import { condition, type Fields } from '../testing/bundle.ts';
import type { LoadingBench } from '../testing/loading.ts';
import { letters, openLetters } from '../testing/withdrawal.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters();
});
afterEach(() => bench.close());

async function answersNow(): Promise<ReturnType<typeof createAnswers>> {
  const now = await databaseNow(bench.store.db);
  return createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });
}

/** Documents as they are delivered, kept for repetitions. */
async function delivered(collection: Collection): Promise<Record<'overview' | 'full' | 'belief' | 'page', Answer>> {
  const answers = await answersNow();
  const found = {
    overview: await answers.brief(collection, { ticker: 'ZQRX', detail: 'overview' }),
    full: await answers.brief(collection, { ticker: 'ZQRX', detail: 'full' }),
    belief: await answers.belief(collection, derivedId('belief', 'b:1'), undefined),
    page: await answers.beliefs(collection, {}),
  };
  const keeper = bodyKeeper(
    (...kept) => keepBodies(bench.store.db, ...kept),
    () => '2026-01-05T00:00:00.000Z',
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

/** The digest under which these bytes are kept. */
async function keepBytes(text: string): Promise<Buffer> {
  const digest = createHash('sha256').update(text).digest();
  await keepBodies(bench.store.db, [{ digest, bytes: Buffer.from(text) }]);
  return digest;
}

async function loadPreview(): Promise<void> {
  const file = await bench.lines('again.ndjson', letters);
  await importRecords({ db: bench.store.db, collection: 'preview', dryRun: false }, file, 'bundle');
  await release(bench.store.db, { collection: 'preview' });
}

// A narrow room cuts a text at a word: in front of the link, which leaves 49 characters in the narrowest.
const said =
  'The mine floods when the river rises, as shown at https://filings.example/archive/data/2020/0000912057-20-000001-index.html on page 4';
const texts: [name: string, statement: string][] = [
  ['a long link', said],
  ['one word too many', `${'The mine floods again. '.repeat(40)}And "stays" so.`],
  ['a word that fills the room', 'flood'.repeat(200)],
];

it.each(texts)('of a condition with %s takes every document that tells its beginning', async (_name, statement) => {
  await bench.bundle(condition({ condition_id: 'k:2', revision: 3, statement }));
  await bench.release();
  const answers = await answersNow();
  const documents = [
    await answers.brief('live', { ticker: 'ZQRX', detail: 'overview' }),
    await answers.brief('live', { ticker: 'ZQRX', detail: 'full' }),
    await answers.belief('live', derivedId('belief', 'b:1'), undefined),
  ].map(({ bytes }) => JSON.parse(bytes.toString()) as Fields);
  const cut = [...documents, ...documents.flatMap((document) => rooms.map((room) => shortened(document, room)))];
  const bodies = cut.map((document) => JSON.stringify(document));
  const beginning = JSON.stringify(statement.slice(0, 30)).slice(0, -1);
  const telling = bodies.filter((text) => text.includes(beginning));
  const digests = await Promise.all(telling.map(keepBytes));
  // In the narrowest room too, where only the risk of a view shows a condition.
  expect(telling).toContain(JSON.stringify(shortened(documents[1] ?? {}, rooms[3])));
  expect((await remove('live', derivedId('condition', 'k:2'))).kept_bodies).toBe(new Set(telling).size);
  for (const digest of digests)
    expect((await readKeptBody(bench.store.db, digest))?.removed_reason).toBe('court order');
});

it('of words that others use too leaves the documents that do not name their belief', async () => {
  await bench.bundle({
    type: 'note',
    note_id: 'n:short',
    belief_id: 'b:1',
    revision: 3,
    kind: 'reason',
    statement: 'bullish',
    provenance: 'author_stated',
    citation_id: 'c:3',
  });
  await bench.release();
  const answers = await answersNow();
  const [own, other] = [
    await answers.belief('live', derivedId('belief', 'b:1'), undefined),
    await answers.belief('live', derivedId('belief', 'b:2'), undefined),
  ].map(({ bytes }) => bytes.toString());
  expect(other).toContain('"bullish"');
  const [ofOwn, ofOther] = [await keepBytes(own ?? ''), await keepBytes(other ?? '')];
  expect((await remove('live', derivedId('note', 'n:short'))).kept_bodies).toBe(1);
  expect((await readKeptBody(bench.store.db, ofOwn))?.bytes).toBeNull();
  expect((await readKeptBody(bench.store.db, ofOther))?.bytes?.toString()).toBe(other);
});

describe('records that both collections have under the same id', () => {
  const beliefId = derivedId('belief', 'b:1');
  const words = (belief: string, said: string): string => JSON.stringify({ belief_id: belief, said });
  const ofLive = words(beliefId, 'live words');
  const ofBoth = words(beliefId, 'words of both');
  const ofNone = words(derivedId('belief', 'b:2'), 'other words');
  const asOf = '2026-01-05T00:00:00.000Z';
  const recordsKept = () =>
    bench.rows<{ said: string }>(
      `select convert_from(bytes, 'UTF8')::jsonb ->> 'said' as said from kept_record order by 1`,
    );
  /** A body names its collection next to its records. */
  const page = (mode: Collection, ...told: string[]) => bodyInParts(asOf, [JSON.stringify({ mode }), ...told]);
  const keep = ({ kept, records }: ReturnType<typeof page>) => keepBodies(bench.store.db, [kept], records);
  beforeEach(loadPreview);

  it('stay for the bodies that are left, and no others do', async () => {
    const [live, preview] = [page('live', ofLive, ofBoth, ofNone), page('preview', ofBoth)];
    await keep(live);
    await keep(preview);
    await remove('live', beliefId);
    expect((await readKeptBody(bench.store.db, live.digest))?.removed_reason).toBe('court order');
    expect((await readKeptBody(bench.store.db, preview.digest))?.bytes).toEqual(preview.bytes);
    const said = (await recordsKept()).flatMap((row) => row.said ?? []);
    expect(said).toEqual(['other words', 'words of both']);
  });

  it('are kept again with the next body of the other collection', async () => {
    await keep(page('live', ofBoth));
    await remove('live', beliefId);
    const preview = page('preview', ofBoth);
    expect(await keep(preview)).toEqual([true]);
    expect((await readKeptBody(bench.store.db, preview.digest))?.bytes).toEqual(preview.bytes);
  });
});

it('of a rehearsal in the preview leaves live documents as they are', async () => {
  await loadPreview();
  const [live, preview] = [await delivered('live'), await delivered('preview')];
  await remove('preview', derivedId('belief', 'b:1'));
  for (const document of Object.values(preview)) expect(await told(document)).toBe('court order');
  for (const document of Object.values(live)) expect(await told(document)).toBe(document.bytes.toString());
});
