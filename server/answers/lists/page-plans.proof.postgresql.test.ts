// Plans of the statements behind a page of beliefs: which indexes they walk, and rows and buffers that do not grow.
import { expect, it } from 'vitest';
import type { BeliefsPage } from '../../../generated/api.ts';
import type { Store } from '../../store/engine/engine.ts';
import { generateGrowth } from '../../store/testing/growth.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { createAnswers } from '../answers.ts';
import type { BeliefsRequest } from './beliefs.ts';

const LIMIT = 50;

type SqlStatement = { sql: string; bindings: readonly unknown[] };
type PlanNode = {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};
type WholePlan = { Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

/** The statements by the words that only they have, with the indexes of research that each may walk. */
const statements = [
  {
    name: 'list',
    has: 'page as materialized',
    walks: ['belief_newest', 'belief_entity', 'belief_person', 'revision_state', 'revision_person', 'person_pkey'],
  },
  {
    name: 'stretch',
    has: 'found_listed',
    walks: ['belief_newest', 'belief_entity', 'belief_person', 'revision_state', 'head_pkey'],
  },
  { name: 'names', has: 'found_recorded', walks: ['revision_spelling', 'person_pkey', 'head_pkey'] },
  {
    name: 'content',
    has: 'found_citations',
    walks: ['revision_pkey', 'entity_pkey', 'citation_pkey', 'evidence_pkey', 'source_pkey', 'head_pkey'],
  },
];

type Cost = { rows: number; buffers: number; walks: string[] };

/** As a connection runs it from its sixth time on: by one plan for all values. A table too small for its index has one, too. */
async function costOf(store: Store, { sql, bindings }: SqlStatement): Promise<Cost> {
  return store.db.transaction(async (trx) => {
    await trx.raw('set local plan_cache_mode = force_generic_plan');
    await trx.raw('set local enable_seqscan = off');
    await trx.raw(`prepare planned as ${sql}`);
    const values = bindings.map(literal).join(', ');
    const { rows } = await trx.raw(`explain (analyze, buffers, format json) execute planned(${values})`);
    await trx.raw('deallocate planned');
    const [{ Plan: plan }] = (rows as [{ 'QUERY PLAN': [WholePlan] }])[0]['QUERY PLAN'];
    const scans = scansOf(plan);
    return {
      rows: scans.reduce((sum, scan) => sum + rowsOf(scan), 0),
      buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      walks: [...new Set(scans.map((scan) => scan['Index Name'] ?? scan['Relation Name'] ?? ''))].sort(),
    };
  });
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function scansOf(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const isScan = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  return isScan && node['Actual Loops'] > 0 ? [node, ...below] : below;
}

function rowsOf(scan: PlanNode): number {
  const removed = (scan['Rows Removed by Filter'] ?? 0) + (scan['Rows Removed by Index Recheck'] ?? 0);
  return (scan['Actual Rows'] + removed) * scan['Actual Loops'];
}

/** Two pages of a list that memory does not hold: the first by itself, the second from a stretch and the names in it. */
async function statementsOf(store: Store, filter: BeliefsRequest, to: string): Promise<SqlStatement[]> {
  const answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => to });
  const seen: SqlStatement[] = [];
  store.db.on('query', ({ sql, bindings }: SqlStatement) => void seen.push({ sql, bindings }));
  const request = { ...filter, as_of: to, limit: LIMIT };
  const first = JSON.parse(String((await answers.beliefs('live', request)).bytes)) as BeliefsPage;
  const cursor = new URL(first.pagination.next_page_url ?? '').searchParams.get('cursor') ?? '';
  await answers.beliefs('live', { ...request, cursor });
  store.db.removeAllListeners('query');
  return seen;
}

const lists: [name: string, filterOf: (tickers: readonly string[]) => BeliefsRequest][] = [
  ['every belief', () => ({})],
  ['the ticker most spoken of', ([ticker = '']) => ({ ticker })],
  ['the person who speaks most', () => ({ person_id: 'person-0' })],
];

/** The cost of each statement of each list, by both names. */
async function costsAmong(count: number): Promise<Map<string, Cost>> {
  const store = await openTestStore();
  try {
    const { tickers, to } = await generateGrowth(store.db, count);
    const costs = new Map<string, Cost>();
    for (const [list, filterOf] of lists) {
      const seen = await statementsOf(store, filterOf(tickers), to);
      for (const { name, has } of statements) {
        const found = seen.find(({ sql }) => sql.includes(has));
        if (found !== undefined) costs.set(`${name} of ${list}`, await costOf(store, found));
      }
    }
    return costs;
  } finally {
    await store.close();
  }
}

it('a page walks its indexes alone, and reads no more in a store ten times as large', async () => {
  const few = await costsAmong(2_000);
  const many = await costsAmong(20_000);
  expect(few.size).toBe(lists.length * statements.length);
  expect([...many.keys()]).toEqual([...few.keys()]);
  for (const [of, large] of many) {
    const { rows = 0, buffers = 0 } = few.get(of) ?? {};
    const walks = statements.find(({ name }) => of.startsWith(`${name} of`))?.walks;
    expect.soft(walks, of).toEqual(expect.arrayContaining(large.walks));
    // Both read the same number of beliefs; a page of more people or subjects has a look-up for each.
    expect.soft(large.rows, `${of}, ${rows} rows of few`).toBeLessThan(1.6 * rows + 2 * LIMIT);
    // A level more of an index is a buffer more for each look-up.
    expect.soft(large.buffers, `${of}, ${buffers} buffers of few`).toBeLessThan(1.6 * buffers + 6 * LIMIT);
  }
});
