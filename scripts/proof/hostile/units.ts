// Records of every type about one made-up listing and its company: valid as they are, so that a change of one field may load.

export type Fields = { [field: string]: unknown };

/** Sessions of the exchange, so that entries and marks are measured. */
export const pricedDays = [
  '2020-02-27',
  '2020-02-28',
  '2020-03-02',
  '2020-03-03',
  '2020-03-04',
  '2020-03-05',
  '2020-03-06',
  '2020-03-09',
  '2020-03-10',
] as const;

export const tickerOf = (unit: number): string => `HQ${unit}`;
const companyOf = (unit: number): string => `00000000-0000-4000-8000-${String(unit).padStart(12, '0')}`;

/** No two units share an id, so many of them load into one store. */
export function validUnit(unit: number): Fields[] {
  return [...identity(unit), ...sources(unit), ...views(unit), ...statements(unit), ...sessionsOf(unit)];
}

function sessionsOf(unit: number): Fields[] {
  if (unit % units_per_session > 0) return [];
  const day = dayOf(unit);
  return [{ type: 'session', session_date: day, close_at: `${day}T18:00:00Z`, early_close: true }];
}

/** The calendar is shared: some units change a day of it, each its own day. */
const units_per_session = 40;
const DAY_MS = 86_400_000;
export const dayFrom = (first: string, days: number): string =>
  new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10);
const dayOf = (unit: number): string => dayFrom('2015-06-01', unit / units_per_session);

function identity(unit: number): Fields[] {
  const ticker = tickerOf(unit);
  const entityId = companyOf(unit);
  return [
    { type: 'person', person_id: `p:${unit}`, name: `Ada Quill ${unit}`, handle: `ada${unit}` },
    {
      type: 'entity',
      kind: 'listing',
      ticker,
      name: `Zeta Quarry ${unit}`,
      exchange: 'NYSE',
      cik: '0000000042',
      figi: 'ZZG0NWTB0017',
      isin: 'ZZ00NWTB0015',
    },
    { type: 'entity', kind: 'company', entity_id: entityId, name: `Quarry Holding ${unit}`, name_from: '2018-01-02' },
    { type: 'industry', ticker, sic: '1400', sic_title: 'Mining', filed_on: '2019-05-06', source: 'a filing' },
    { type: 'industry', entity_id: entityId, sic: '1400', sic_title: null, filed_on: '2019-05-06', source: 'a filing' },
    { type: 'split', ticker, effective_session: '2019-06-03', numerator: 2, denominator: 1 },
  ];
}

function sources(unit: number): Fields[] {
  const evidence = {
    type: 'evidence',
    source_id: `src:${unit}`,
    author_name: `Ada Quill ${unit}`,
    observed_at: '2020-03-02T15:00:00Z',
    verification: 'verified',
  };
  const cited = (name: string, on: string, locator: Fields): Fields => ({
    type: 'citation',
    citation_id: `c:${unit}:${name}`,
    evidence_id: `e:${unit}:${on}`,
    locator,
  });
  const quote = { kind: 'text_quote', exact: 'is cheap', prefix: 'The quarry ', suffix: ' today' };
  return [
    { type: 'source', source_id: `src:${unit}`, kind: 'letter', name: `Letters ${unit}`, url: 'https://a.example/l' },
    {
      ...evidence,
      evidence_id: `e:${unit}:1`,
      url: 'https://a.example/1',
      title: 'Letter 1',
      published_at: '2020-03-01T10:00:00Z',
      capture: 'We looked. The quarry is cheap today. The road may close.',
    },
    {
      ...evidence,
      evidence_id: `e:${unit}:2`,
      url: 'https://a.example/2',
      title: 'Letter 2',
      published_on: '2020-03-01',
      observed_at_precision: 'day',
      observed_at: '2020-03-01T00:00:00Z',
      capture: 'A talk about the road.',
    },
    cited('quote', '1', quote),
    cited('time', '2', { kind: 'time_range', start_seconds: 1.5, end_seconds: 20 }),
    cited('page', '1', { kind: 'page', page: 3 }),
    cited('rendered', '1', { kind: 'rendered', text: 'The quarry is cheap, rendered.' }),
    cited('summarised', '2', { kind: 'summarised', text: 'The talk, in short.' }),
  ];
}

/** Statuses of the revisions of each belief, one after the other. */
const statuses = ['active', 'strengthened', 'weakened', 'strengthened', 'weakened'] as const;

function views(unit: number): Fields[] {
  const person = `p:${unit}`;
  return [
    { type: 'belief', belief_id: `b:${unit}`, person_id: person, subject: { ticker: tickerOf(unit) } },
    { type: 'belief', belief_id: `bc:${unit}`, person_id: person, subject: { entity_id: companyOf(unit) } },
    ...['b', 'bc'].flatMap((kind) => statuses.flatMap((_, at) => revisionOf(unit, kind, at))),
  ];
}

/** A revision with everything that it states. */
function revisionOf(unit: number, kind: string, at: number): Fields[] {
  const quote = `c:${unit}:quote`;
  const part = { belief_id: `${kind}:${unit}`, revision: at + 1 };
  const id = `${unit}:${kind}:${at}`;
  return [
    {
      type: 'revision',
      ...part,
      observed_at: `2020-03-0${3 + at}T15:00:00Z`,
      direction: kind === 'b' ? 'bullish' : 'bearish',
      direction_basis: 'author_declared',
      status: statuses[at],
      summary: 'The quarry is cheap.',
      source_citation_id: quote,
      validity: 'unknown',
      external_state: 'unknown',
      blockers: ['The road may close.'],
      confidence: at === 0 ? 'high' : 'low',
      horizon: kind === 'b' ? { text: 'a year', until_on: '2021-03-01' } : { text: 'soon' },
      ...(at === 0 && {
        investment_case: { paragraphs: [{ text: 'Stone is scarce.', citation_ids: [quote, `c:${unit}:page`] }] },
      }),
    },
    ...repeated(['support', 'risk', 'context'] as const).map(([role, copy]) => ({
      type: 'claim',
      ...part,
      claim_id: `cl:${id}:${role}:${copy}`,
      role,
      statement: `A claim of ${role}.`,
      citation_id: role === 'risk' ? `c:${unit}:time` : quote,
    })),
    ...parts(id, part, quote),
  ];
}

/** Parts of each sort in a revision: more of them are read by the same documents. */
const copies = [1, 2, 3, 4, 5, 6] as const;
const repeated = <Sort>(sorts: readonly Sort[]): [Sort, number][] =>
  copies.flatMap((copy) => sorts.map((sort): [Sort, number] => [sort, copy]));

function parts(id: string, part: Fields, quote: string): Fields[] {
  const condition = { type: 'condition', ...part, expected_by: '2020-09-30T00:00:00Z', citation_id: quote };
  return [
    ...repeated(['catalyst', 'risk'] as const).map(([kind, copy]) => ({
      ...condition,
      condition_id: `k:${id}:${kind}:${copy}`,
      kind,
      statement: kind === 'risk' ? 'The road.' : 'A permit.',
      status: kind === 'risk' ? 'not_triggered' : 'pending',
    })),
    intentOf(id, part, quote),
    ...copies.map((copy) => ({
      type: 'target',
      ...part,
      target_id: `t:${id}:${copy}`,
      low: '40.5',
      high: '60',
      currency: 'USD',
      stated_on: '2020-03-02',
      horizon: { text: 'a year', until_on: '2021-03-01' },
      price_when_stated: '41.00',
      conditions: ['The permit comes.'],
      citation_id: quote,
    })),
    ...repeated(['author_stated', 'service_derived'] as const).map(([provenance, copy]) => ({
      type: 'note',
      ...part,
      note_id: `n:${id}:${provenance}:${copy}`,
      kind: provenance === 'author_stated' ? 'reason' : 'unknown',
      statement: `A note that is ${provenance}.`,
      provenance,
      citation_id: provenance === 'author_stated' ? quote : null,
    })),
  ];
}

function intentOf(id: string, part: Fields, quote: string): Fields {
  const intents = { action: 'buy', basis: 'recommendation', time_context: 'current', instrument: 'equity' };
  const cited = { statement: 'The road stays open.', citation_ids: [quote] };
  return {
    type: 'intent',
    ...part,
    observation_id: `i:${id}`,
    ...intents,
    position_actor: { kind: 'named_portfolio_or_entity', name: 'Quill Partners' },
    additional_intents: [
      {
        ...intents,
        action: 'hold',
        position_actor: { kind: 'author_personal', name: null },
        conditions: [cited],
        citation_ids: [quote],
      },
    ],
    methodology_version: 'belief-author-intent-v3',
    status: 'current',
    conditions: [cited],
    citation_ids: [quote],
  };
}

function statements(unit: number): Fields[] {
  const statement = {
    type: 'statement',
    dataset: `set ${unit}`,
    person: { id: `s:${unit}`, name: `Bert Slate ${unit}`, handle: `bert${unit}`, kind: 'pseudonym' },
    security: { ticker: tickerOf(unit), name: `Zeta Quarry ${unit}` },
    direction: 'bullish',
    direction_basis: 'author_declared',
    observed_at: '2020-03-03T15:00:00Z',
    statement: 'The quarry will double.',
    source_url: 'https://a.example/s',
    source_url_kind: 'permalink',
    source_title: 'A talk',
    author_name: `Bert Slate ${unit}`,
  };
  const intent = { action: 'buy', basis: 'recommendation', time_context: 'current', instrument: 'equity' };
  const target = {
    low: '40.5',
    high: '60',
    currency: 'USD',
    price_when_stated: '41',
    horizon: { text: 'a year', until_on: '2021-03-01' },
    conditions: ['The permit comes.'],
  };
  return [
    { ...statement, record_id: `r:${unit}:1`, ...intent, target, horizon: { text: 'a year', until_on: '2021-01-04' } },
    { ...statement, record_id: `r:${unit}:2`, observed_at: '2020-03-04T15:00:00Z', observed_at_precision: 'day' },
    {
      ...statement,
      record_id: `r:${unit}:3`,
      observed_at: '2020-03-06T15:00:00Z',
      direction: 'bearish',
      statement_kind: 'summarised',
      truncated_by_source: true,
      transaction_date: '2020-03-05',
    },
  ];
}

export const priceHeader = 'date,ticker,close,adj_close';

/** The split of the unit is before its first price: prices need not show it. */
export function priceRows(ticker: string, { unit, scale }: { unit: number; scale: number }): string[] {
  return pricedDays.map((day, at) => {
    const close = (40 + (unit % 7) + Math.sin(unit + at)) * scale;
    return `${day},${ticker},${close.toPrecision(6)},${(close * 0.98).toPrecision(6)}`;
  });
}
