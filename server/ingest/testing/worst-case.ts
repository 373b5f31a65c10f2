// The largest research that the load rules allow: every list full, every text longer than a document shows, in characters of three bytes.
import { createCalendar } from '../../measures/calendar.ts';
import type { Fields } from './market.ts';

export const worstEntity = '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1fbb';
const about = { listing: { ticker: 'NWTB' }, peer: { ticker: 'SPRK' }, entity: { entity_id: worstEntity } };

/** Of so many code points, in words of six; no two of them begin alike. */
export function wide(codePoints: number, name: string): string {
  return `${name} ${'重重重重重 '.repeat(Math.ceil(codePoints / 6))}`.slice(0, codePoints);
}

/** As large as a field may be: `label` and `link` are caps of the record schemas. */
export type Measures = { label: number; link: number; text: number; paragraphs: number; conditions: number };

const ids = (of: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${of}-${index}`);

function evidence(id: string, places: readonly string[], { label, link, text }: Measures): Fields[] {
  const quote = (place: string): string => wide(text, place);
  const capture = ['', ...places.map(quote), ''].join(wide(400, '.'));
  const captured = {
    type: 'evidence',
    evidence_id: `e:${id}`,
    source_id: 'worst',
    url: `https://worst.example/${id}/`.padEnd(link, 'a'),
    title: wide(label, id),
    author_name: wide(label, id),
    published_at: '2021-03-01T00:00:00Z',
    observed_at: '2021-03-02T15:00:00Z',
    capture,
    verification: 'source_unavailable',
  };
  const around = { prefix: wide(400, '.'), suffix: wide(400, '.') };
  const cited = places.map((place) => ({
    type: 'citation',
    citation_id: `c:${place}`,
    evidence_id: `e:${id}`,
    locator: { kind: 'text_quote', exact: quote(place), ...around },
  }));
  return [captured, ...cited];
}

function intentOf(id: string, cited: readonly string[], { text, conditions }: Measures): Fields {
  const told = {
    action: 'directional_opinion',
    basis: 'self_reported_position',
    time_context: 'future_conditional',
    instrument: 'unknown',
    position_actor: { kind: 'named_portfolio_or_entity', name: wide(160, id) },
    conditions: ids(id, conditions).map((name) => ({
      statement: wide(Math.min(text, 600), name),
      citation_ids: cited.slice(0, 5),
    })),
    citation_ids: cited.slice(0, 5),
  };
  return {
    type: 'intent',
    observation_id: `i:${id}`,
    belief_id: `b:${id}`,
    revision: 1,
    ...told,
    additional_intents: [told, told],
    methodology_version: 'belief-author-intent-v3',
    status: 'not_assessed',
  };
}

type BeliefIdentity = { id: string; subject: Fields; direction: string };

/** One belief with everything; each of its parts cites a separate place. */
function belief({ id, subject, direction }: BeliefIdentity, measures: Measures): Fields[] {
  const { text, label, paragraphs } = measures;
  const part = { belief_id: `b:${id}`, revision: 1 };
  const [moves, parts, cases] = [ids(`${id}-move`, 6), ids(`${id}-part`, 12), ids(`${id}-case`, paragraphs)];
  const cited = cases.map((place) => `c:${place}`);
  const revisions = moves.map((place, index) => ({
    type: 'revision',
    belief_id: `b:${id}`,
    revision: index + 1,
    observed_at: `2021-0${3 + Math.floor(index / 3)}-${10 + index}T15:00:00Z`,
    direction,
    status: index === 0 ? 'active' : 'strengthened',
    summary: wide(text, place),
    source_citation_id: `c:${place}`,
    validity: 'conditions_supported',
    external_state: 'triggered',
    blockers: ids(`${id}-blocker`, 6).map((name) => wide(text, name)),
    confidence: 'medium',
    horizon: { text: wide(label, id), until_on: '2023-12-31' },
    ...(index === 0 && {
      investment_case: {
        paragraphs: cases.map((name) => ({ text: wide(Math.min(text, 2_000), name), citation_ids: [`c:${name}`] })),
      },
    }),
  }));
  const claims = parts.slice(0, 6).map((place, index) => ({
    type: 'claim',
    ...part,
    claim_id: `cl:${place}`,
    role: index % 2 === 0 ? 'support' : 'risk',
    statement: wide(text, place),
    citation_id: `c:${place}`,
  }));
  const conditions = parts.slice(6).map((place) => ({
    type: 'condition',
    ...part,
    condition_id: `k:${place}`,
    kind: 'invalidation',
    statement: wide(text, place),
    status: 'not_triggered',
    expected_by: '2022-12-31T00:00:00Z',
    citation_id: `c:${place}`,
  }));
  return [
    { type: 'person', person_id: `p:${id}`, name: wide(label, id), handle: wide(label, id) },
    ...[...moves, ...parts, ...cases].flatMap((place) => evidence(place, [place], measures)),
    { type: 'belief', belief_id: `b:${id}`, person_id: `p:${id}`, subject },
    ...revisions,
    ...claims,
    ...conditions,
    intentOf(id, cited, measures),
  ];
}

/** A listing with six such beliefs in both directions, ten on its neighbour, and `entities` on an entity without a listing. */
export function worstRecords(measures: Measures, entities: number): Fields[] {
  const told = (of: keyof typeof about, count: number): BeliefIdentity[] =>
    ids(of, count).map((id, index) => ({ id, subject: about[of], direction: index % 2 === 0 ? 'bullish' : 'bearish' }));
  const { label } = measures;
  return [
    { type: 'source', source_id: 'worst', kind: 'transcript', name: wide(label, 'source') },
    ...['NWTB', 'SPRK'].flatMap((ticker) => [
      { type: 'entity', kind: 'listing', ticker, name: wide(label, ticker), exchange: null, cik: null },
      { type: 'industry', ticker, sic: '3511', filed_on: '2021-02-01', source: 'a filing' },
    ]),
    { type: 'entity', kind: 'company', entity_id: worstEntity, name: wide(label, 'company') },
    ...[...told('listing', 6), ...told('peer', 10), ...told('entity', entities)].flatMap((one) =>
      belief(one, measures),
    ),
  ];
}

/** Prices whose indices have as many digits as a number can. */
export function worstPrices(seed: number): string {
  const dates = createCalendar()
    .sessions.map(({ date }) => date)
    .filter((date) => date >= '2021-03-01' && date <= '2021-06-30');
  const lines = dates.map((date, index) => `${date},${(97 + seed + Math.sin(index * seed) * 3).toFixed(10)}`);
  return `${['Date,Adj Close', ...lines].join('\n')}\n`;
}
