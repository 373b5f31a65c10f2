// The full form, a belief in full and a walk of the pages as the service answered them, brought to the names of expected-full.ts.
import { briefFields, citedLinks, list, markFields, object, picked, plain } from './answered.ts';
import type { Json } from './answered.ts';
import { under } from './compare.ts';
import type { Fields, Value } from './compare.ts';

type Page = { body: unknown; next: string | null };

const BELIEF = [
  'belief_id',
  'subject.ticker',
  'person.id',
  'person.name',
  'person.handle',
  'direction',
  'status',
  'observed_at',
  'latest_revision_at',
  'direction_since',
  'direction_last_stated_at',
  'direction_basis',
];
const PERCENTS = ['security_change_percent', 'benchmark_change_percent', 'excess_change_percent'];
const OUTCOME = [
  'horizon_sessions',
  'span_started_at',
  'direction',
  'direction_held',
  'status',
  'reason',
  'entry_session',
  'exit_session',
  ...PERCENTS,
];
const REVISION = ['move', 'late', 'observed_at', 'after.direction', 'after.status'];
const TARGET = [
  'stated_on',
  'reason',
  'proximity',
  'remaining_change_to_low_percent',
  'remaining_change_to_high_percent',
];
const PEER = [
  'belief_id',
  'security.ticker',
  'relationship',
  'sic',
  'sic_observed_at',
  'person.id',
  'person.name',
  'direction',
  'status',
  'observed_at',
];

export function fullFields(body: unknown): Map<string, Value> {
  const brief = object(body);
  const theses = list(brief['theses']);
  return new Map<string, Value>([
    ...briefFields(body),
    ['theses', theses.length],
    ['omitted_thesis_count', plain(brief['omitted_thesis_count'])],
    ...theses.flatMap((thesis, i) => under(`theses[${i}]`, thesisFields(thesis, citedLinks(brief)))),
    ...sectorFields(brief['sector_context']),
  ]);
}

export function detailFields(body: unknown): Map<string, Value> {
  const { data, data_status } = object(body);
  const belief = object(object(data)['belief']);
  return new Map([
    ...picked(data_status, 'data_status', ['freshness']),
    ...picked(belief, '', BELIEF),
    ...thesisFields(belief, citedLinks(object(data))),
  ]);
}

/** The links behind a step: that of its summary first, the others in order of their text. */
function citedBy(revision: Json, links: ReadonlyMap<string, string>): string {
  const ids = Array.isArray(revision['citation_ids']) ? revision['citation_ids'].map(String) : [];
  const [first, ...others] = ids.map((id) => links.get(id) ?? `(no citation ${id})`);
  return [first, ...others.sort()].join(' ');
}

/** The definitions give targets no order: both sides are compared by date, those of one date as they come. */
const byDate = (a: Json, b: Json): number => String(a['stated_on']).localeCompare(String(b['stated_on']));

function thesisFields(thesis: Json, links: ReadonlyMap<string, string>): Fields {
  const [revisions, outcomes] = [list(thesis['revisions']), list(thesis['outcomes'])];
  const opportunity = thesis['price_opportunity'];
  const targets = list(object(opportunity)['targets']).toSorted(byDate);
  return [
    ...picked(thesis, '', ['belief_id', 'direction_since', 'direction_last_stated_at', 'direction_basis']),
    ['revisions', revisions.length],
    ...revisions.flatMap((revision, i): Fields => [
      ...picked(revision, `revisions[${i}]`, REVISION),
      [`revisions[${i}].cited`, citedBy(revision, links)],
    ]),
    ...under('mark', markFields(object(thesis['since_inception_mark']))),
    ...under('since_direction', markFields(object(thesis['since_direction_mark']))),
    ...picked(thesis, '', ['entry_sessions_differ', 'omitted_span_count']),
    ['outcomes', outcomes.length],
    ...outcomes.flatMap((outcome, i) => picked(outcome, `outcomes[${i}]`, OUTCOME)),
    ['targets', opportunity === null ? null : targets.length],
    ...targets.flatMap((target, i) => picked(target, `targets[${i}]`, TARGET)),
    ['packet.unknowns', list(object(thesis['packet'])['unknowns']).length],
  ];
}

function sectorFields(value: unknown): Fields {
  if (value === undefined) return [['sector_context', '(absent)']];
  const peers = list(object(value)['related']);
  return [
    ['sector_context.shown', peers.length],
    ['sector_context.omitted', plain(object(value)['omitted_related_count'])],
    ...peers.flatMap((peer, i) => picked(peer, `sector_context[${i}]`, PEER)),
  ];
}

/** Where each belief of the pages says that it can be read in full. */
export function detailUrls(pages: readonly Page[]): Map<string, string> {
  const beliefs = pages.flatMap(({ body }) => list(object(object(body)['data'])['beliefs']));
  return new Map(beliefs.map(({ belief_id, detail_url }) => [String(belief_id), String(detail_url)]));
}

/** The pages of a walk together; `due` are the ids that it has to bring. */
export function walkFields(pages: readonly Page[], due: ReadonlySet<string>, cutoff: string): Map<string, Value> {
  const bodies = pages.map(({ body }) => object(body));
  const beliefs = bodies.flatMap((body) => list(object(body['data'])['beliefs']));
  const ids = new Set(beliefs.map(({ belief_id }) => String(belief_id)));
  const astray = pages.filter(({ body, next }) => {
    const { next_cursor, next_page_url } = object(object(body)['pagination']);
    return next_page_url !== next || (next_cursor === null) !== (next_page_url === null);
  });
  return new Map<string, Value>([
    ['pages', pages.length],
    ['freshness', plain(object(bodies[0]?.['data_status'])['freshness'])],
    ['length', beliefs.length],
    ['distinct', ids.size],
    ['missing', [...due].filter((id) => !ids.has(id)).length],
    ['unknown', [...ids].filter((id) => !due.has(id)).length],
    ['pages at another cutoff', bodies.filter((body) => body['as_of'] !== cutoff).length],
    ['pages whose Link or cursor says otherwise', astray.length],
    ...beliefs.flatMap((belief, i) => picked(belief, `beliefs[${i}]`, BELIEF)),
  ]);
}
