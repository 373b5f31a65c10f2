// Courses that were stored before a revision kept since when its direction holds: a migration fills that in.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivedId, entityIdForTicker } from '../engine/ids.ts';
import type { Store } from '../engine/engine.ts';
import { migrations } from '../migrations/migrations.ts';
import { beliefStates } from '../known/read-beliefs.ts';
import { beliefRevisions } from '../known/read-revisions.ts';
import { readRows } from '../engine/read.ts';
import { becomeSchema, bringForward } from '../keeping/restore-schema.ts';
import { openTestStore } from '../testing/store.ts';

const entityId = entityIdForTicker('NWTB');
const cutoff = { collection: 'live' as const, version: 1, asOf: '2021-01-01T00:00:00.000Z' };
const at = (day: number): string => `2020-01-0${day}T15:00:00.000Z`;

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  const before = migrations.findIndex(({ name }) => name === '013-courses');
  await store.db.transaction(async (trx) => {
    await becomeSchema(
      trx,
      migrations.slice(0, before).map(({ name }) => name),
    );
    const who = { collection: 'live', entity_id: entityId, person_id: 'p', from_version: 1 };
    const belief = { ...who, belief_id: 'bel_s', origin: 'statement', observed_at: at(1) };
    await trx('belief').insert([belief, { ...belief, belief_id: 'bel_b', origin: 'bundle' }]);
    const revision = {
      ...who,
      belief_id: 'bel_s',
      late: false,
      direction: 'bullish',
      status: 'active',
      move: 'updated',
      validity: 'unknown',
      external_state: 'unknown',
    };
    const said = (n: number, own: string, basis: string) => ({
      ...revision,
      revision: n,
      record_key: `s:${n}`,
      observed_at: at(n),
      summary: `Words ${n}.`,
      source_citation_id: derivedId('citation', `s:${n}`),
      body: JSON.stringify({ blockers: [], direction_basis: basis, stated_direction: own }),
    });
    const stated = (n: number, direction: string) => ({
      ...revision,
      belief_id: 'bel_b',
      revision: n,
      direction,
      record_key: `b ${n}`,
      observed_at: at(n),
      summary: `State ${n}.`,
      source_citation_id: `cit_b${n}`,
      body: JSON.stringify({ blockers: [], direction_basis: 'author_declared' }),
    });
    const late = { ...said(4, 'bearish', 'author_declared'), late: true, move: 'none', observed_at: at(2) };
    await trx('revision').insert([
      { ...said(1, 'unclear', 'author_declared'), direction: 'unclear' },
      said(2, 'bullish', 'operator_classified'),
      said(3, 'unclear', 'author_declared'),
      { ...late, summary: 'Words 2.', source_citation_id: derivedId('citation', 's:2') },
      stated(1, 'bullish'),
      stated(2, 'mixed'),
      stated(3, 'mixed'),
    ]);
    await trx('evidence').insert({
      collection: 'live',
      evidence_id: derivedId('evidence', 's:4'),
      source_id: 'src',
      url: 'https://letters.example/4',
      title: 'Letter 4',
      observed_at: at(2),
      capture: 'Words 4.',
      content_hash: 'sha256:0',
      verification: 'unverified',
      from_version: 1,
    });
    const intent = { action: 'buy', status: 'current', citation_ids: ['cit_x'] };
    await trx('belief_part').insert({
      collection: 'live',
      belief_id: 'bel_s',
      kind: 'intent',
      part_id: 'author_intent',
      revision: 2,
      observed_at: at(2),
      body: JSON.stringify(intent),
      from_version: 1,
    });
    await bringForward(trx);
  });
});
afterAll(() => store.close());

it('each state says since when its direction holds, and who classified it as far as that is known', async () => {
  const states = await readRows(store.db, beliefStates(cutoff, entityId));
  expect(states.map(({ belief_id: id, body }) => [id, body])).toEqual([
    ['bel_b', { blockers: [], direction_basis: 'unknown', direction_since: at(2), direction_stated_at: at(3) }],
    [
      'bel_s',
      {
        blockers: [],
        stated_direction: 'unclear',
        direction_basis: 'operator_classified',
        direction_since: at(2),
        direction_stated_at: at(2),
      },
    ],
  ]);
});

it('turns are known, and a late revision has its own words', async () => {
  const rows = await readRows(store.db, beliefRevisions(cutoff, ['bel_b', 'bel_s']));
  expect(rows.map(({ belief_id: id, revision, body }) => [id, revision, body.turned_from ?? null])).toEqual([
    ['bel_b', 1, null],
    ['bel_b', 2, 'bullish'],
    ['bel_b', 3, null],
    ['bel_s', 1, null],
    ['bel_s', 2, 'unclear'],
    ['bel_s', 4, null],
    ['bel_s', 3, null],
  ]);
  const late = rows.find((row) => row.late);
  expect(late).toMatchObject({
    summary: 'Words 4.',
    source_citation_id: derivedId('citation', 's:4'),
    citation_ids: [derivedId('citation', 's:4')],
    body: { direction_since: at(2), direction_basis: 'operator_classified' },
  });
});

it('each statement is kept with what a course is told again from', async () => {
  const { rows } = await store.db.raw(
    `select body -> 'statements' as statements from revision where belief_id = 'bel_s' order by revision`,
  );
  const entry = (n: number, direction: string, basis: string) => ({
    record_id: `s:${n}`,
    observed_at: at(n === 4 ? 2 : n),
    direction,
    basis,
  });
  expect((rows as { statements: object[] }[]).map(({ statements }) => statements)).toEqual([
    [entry(1, 'unclear', 'author_declared')],
    [{ ...entry(2, 'bullish', 'operator_classified'), intent: { action: 'buy' } }],
    [entry(3, 'unclear', 'author_declared')],
    [entry(4, 'bearish', 'author_declared')],
  ]);
});
