// The full form, a belief in full and a walk of the pages as the service answered them, brought to the names of expected-full.ts.
import { briefFields, list, object, picked, plain } from './answered.ts';
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
];
const PRICE = ['session_date', 'price', 'benchmark_price'];
const PERCENTS = ['security_change_percent', 'benchmark_change_percent', 'excess_change_percent'];
const OUTCOME = ['horizon_sessions', 'status', 'reason', 'entry_session', 'exit_session', ...PERCENTS];
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
    ...theses.flatMap((thesis, i) => under(`theses[${i}]`, thesisFields(thesis))),
    ...sectorFields(brief['sector_context']),
  ]);
}

export function detailFields(body: unknown): Map<string, Value> {
  const belief = object(object(object(body)['data'])['belief']);
  return new Map([...picked(belief, '', BELIEF), ...thesisFields(belief)]);
}

function thesisFields(thesis: Json): Fields {
  const revisions = list(thesis['revisions']);
  return [
    ['belief_id', plain(thesis['belief_id'])],
    ['revisions', revisions.length],
    ...revisions.flatMap((revision, i) => picked(revision, `revisions[${i}]`, ['move', 'observed_at'])),
    ...under('mark', markFields(object(thesis['since_inception_mark']))),
    ...list(thesis['outcomes']).flatMap((outcome, i) => picked(outcome, `outcomes[${i}]`, OUTCOME)),
  ];
}

function markFields(mark: Json): Fields {
  const price = (name: string): Fields => (mark[name] === null ? [[name, null]] : picked(mark[name], name, PRICE));
  return [
    ...picked(mark, '', ['status', 'reason']),
    ...price('entry'),
    ...price('latest'),
    ...picked(mark, '', PERCENTS),
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
    ['length', beliefs.length],
    ['distinct', ids.size],
    ['missing', [...due].filter((id) => !ids.has(id)).length],
    ['unknown', [...ids].filter((id) => !due.has(id)).length],
    ['pages at another cutoff', bodies.filter((body) => body['as_of'] !== cutoff).length],
    ['pages whose Link or cursor says otherwise', astray.length],
    ...beliefs.flatMap((belief, i) => picked(belief, `beliefs[${i}]`, BELIEF)),
  ]);
}
