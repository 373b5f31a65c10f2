// Planted defects of the research reads: each must make its one test fail.

export type PlantedDefect = {
  /** The wrong behaviour of the service. */
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** A second place of the same file, if one change alone is harmless. */
  also?: { find: string; replace: string };
  test: { file: string; project: 'unit' | 'postgresql'; name: string };
};

const metamorphic = (name: string) =>
  ({ file: 'server/answers/briefs/metamorphic.proof.store.test.ts', project: 'postgresql', name }) as const;
const related = (name: string) =>
  ({ file: 'server/answers/briefs/metamorphic-related.proof.store.test.ts', project: 'postgresql', name }) as const;
const consistency = (name: string) =>
  ({ file: 'server/answers/briefs/consistency.store.test.ts', project: 'postgresql', name }) as const;
const worstCase = (name: string) =>
  ({ file: 'server/answers/briefs/worst-case.proof.store.test.ts', project: 'postgresql', name }) as const;

export const plantedDefects: readonly PlantedDefect[] = [
  {
    name: 'a missing price counts as 0',
    file: 'server/documents/brief/thesis.ts',
    find: '(decimal === null ? null : Number(decimal))',
    replace: 'Number(decimal ?? 0)',
    test: metamorphic('own price'),
  },
  {
    name: 'a missing confidence is guessed',
    file: 'server/documents/brief/thesis.ts',
    find: '...(body.confidence === undefined ? {} : { confidence: body.confidence }),',
    replace: "confidence: body.confidence ?? 'medium',",
    test: metamorphic('the confidence'),
  },
  {
    name: "a neighbour's direction decides",
    file: 'server/documents/brief/trade-state.ts',
    find: 'export function tradeState({ trade }: BriefFacts): State {\n  return {\n    action: trade.action,',
    replace:
      "export function tradeState({ trade, related }: BriefFacts): State {\n  return {\n    action: related.returned.some(({ state }) => state.direction === 'bearish') ? 'AVOID' : trade.action,",
    test: related('a related company'),
  },
  {
    name: 'a stale price still measures',
    file: 'server/measures/prices/price-opportunity.ts',
    find: "  if (price.status === 'stale') return 'price_stale';\n",
    replace: '',
    test: related('the distance to a target'),
  },
  {
    name: 'an unverified price still measures',
    file: 'server/measures/prices/price-opportunity.ts',
    find: "  if (price.status === 'unverified') return 'price_unverified';\n",
    replace: '',
    test: related('the distance to a target'),
  },
  {
    name: 'omitted claims count the shown ones',
    file: 'server/documents/view.ts',
    find: "partsOf(parts, 'claim').length - shownClaims",
    replace: "partsOf(parts, 'claim').length",
    test: consistency('counts of a view'),
  },
  {
    name: 'what a revision cites is forgotten',
    file: 'server/documents/cited.ts',
    find: "key === 'citation_id' || key === 'source_citation_id'",
    replace: "key === 'citation_id'",
    test: consistency('citations are in each document'),
  },
  {
    name: 'a quote has context words that are not in the source',
    file: 'server/documents/citation.ts',
    find: "prefix: nearest(from.prefix, 'end')",
    replace: "prefix: nearest(from.suffix, 'end')",
    test: consistency('citations lead to evidence'),
  },
  {
    name: 'a record cuts its texts as a brief does',
    file: 'server/documents/revisions.ts',
    find: "const own = cut === 'whole' ? { text, truncated: false } : capText(text, textCaps[cap]);",
    replace: 'const own = capText(text, textCaps[cap]);',
    test: consistency('a text that is cut'),
  },
  {
    name: 'an overview has ten times its room',
    file: 'server/answers/briefs/brief.ts',
    find: 'const OVERVIEW_BYTES_MAX = 96 * 1024;',
    replace: 'const OVERVIEW_BYTES_MAX = 960 * 1024;',
    test: worstCase('has an overview'),
  },
  {
    name: 'an entity brief has twice its room',
    file: 'server/answers/briefs/entity-brief.ts',
    find: 'const ENTITY_BYTES_MAX = 32 * 1024;',
    replace: 'const ENTITY_BYTES_MAX = 64 * 1024;',
    test: worstCase('has an entity brief'),
  },
  {
    name: 'a page forgets its citations when it is filled',
    file: 'server/documents/beliefs-page.ts',
    find: ' + (cited.get(citationId) ?? 0);',
    replace: ';',
    test: worstCase('has pages'),
  },
  {
    name: 'a record is kept for versions that may still rename it',
    file: 'server/store/known/eligible.ts',
    find: '${known.sql} + 1',
    replace: '2147483647',
    test: {
      file: 'server/answers/lists/written-records.proof.store.test.ts',
      project: 'postgresql',
      name: 'a page of every version reads in every later one',
    },
  },
  {
    name: 'a list that is read in stretches repeats some beliefs',
    file: 'server/reads/lists/belief-stretches.ts',
    find: 'places: stretch.places.slice(0, end)',
    replace: 'places: stretch.places.slice(0, end + 1)',
    test: {
      file: 'server/reads/lists/belief-walks.proof.store.test.ts',
      project: 'postgresql',
      name: 'is the one that is looked up',
    },
  },
];
