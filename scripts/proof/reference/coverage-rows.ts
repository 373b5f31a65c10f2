// Comparison of the two lists of all coverage, with their counts, with the statements.
import { read } from '../../stage/running-service.ts';
import { list, object, picked, plain } from './answered.ts';
import type { Json } from './answered.ts';
import { walk } from './ask.ts';
import type { Service } from './ask.ts';
import { compare } from './compare.ts';
import type { Row, Value } from './compare.ts';
import { nameOf } from './expected.ts';
import { isCovered, momentOf, subjectOf } from './own/own-subject.ts';
import type { Moment, Subject } from './own/own-subject.ts';
import { throughOf } from './own/own-prices.ts';
import type { RawData } from './raw-files.ts';

type List = 'tickers' | 'entities';

const FIELDS: Record<List, readonly string[]> = {
  tickers: ['name', 'released_record_count', 'first_covered_at', 'latest_observation_at'],
  entities: ['name', 'kind', 'released_record_count', 'latest_observation_at'],
};

/** The entries by their ticker: in which order they come is for each list to say. */
export function listed(name: List, entries: readonly Json[]): Map<string, Value> {
  return new Map([
    [`${name}.length`, entries.length],
    ...entries.flatMap((entry) => picked(entry, `${name}[${String(entry['ticker'])}]`, FIELDS[name])),
  ]);
}

/** A listing without a name is called by its ticker among the tickers, and has none among the entities. */
export function listedOf(name: List, covered: readonly Subject[], { raw }: Moment): Map<string, Value> {
  return new Map([
    [`${name}.length`, covered.length],
    ...covered.flatMap(({ ticker, own }) => {
      const entry = {
        kind: 'listing',
        name: nameOf(ticker, raw) ?? (name === 'tickers' ? ticker : null),
        released_record_count: own.length,
        first_covered_at: own.map(({ firstAt }) => firstAt).sort()[0],
        latest_observation_at: own
          .map(({ latestAt }) => latestAt)
          .sort()
          .at(-1),
      };
      return picked(entry, `${name}[${ticker}]`, FIELDS[name]);
    }),
  ]);
}

const coveredAmong = (tickers: readonly string[], moment: Moment): Subject[] =>
  tickers.map((ticker) => subjectOf(ticker, moment)).filter(isCovered);

/** The list of entities is walked to its end at the cutoff. */
export async function entityRows(service: Service, tickers: readonly string[], moment: Moment): Promise<Row[]> {
  const pages = await walk(service, { view: 'entities', as_of: moment.cutoff });
  const freshnessOf = (body: unknown): Value => plain(object(object(body)['data_status'])['freshness']);
  const all = await read(
    service.key,
    `${service.base}/v1/beliefs?${new URLSearchParams({ limit: '1', as_of: moment.cutoff })}`,
  );
  const entries = pages.flatMap(({ body }) => list(object(object(body)['data'])['entities']));
  const theirs = listedOf('entities', coveredAmong(tickers, moment), moment);
  const at = { ticker: 'entities', asOf: moment.cutoff };
  const { raw, benchmark, cutoff } = moment;
  const spy = throughOf(benchmark, raw.sessions, cutoff);
  return [
    ...compare(at, listed('entities', entries), theirs),
    ...compare(
      at,
      new Map([
        ['entities.freshness', freshnessOf(pages[0]?.body)],
        ['beliefs.freshness', freshnessOf(all.body)],
      ]),
      new Map(['entities', 'beliefs'].map((name) => [`${name}.freshness`, spy.freshness])),
    ),
  ];
}

/** The public list knows no cutoff but its own, which it names. */
export async function tickersRows({ base, key }: Service, raw: RawData): Promise<Row[]> {
  const { body } = await read(key, `${base}/v1/tickers`);
  const asOf = String(plain(object(body)['as_of']));
  const moment = momentOf(raw, asOf);
  const tickers = [...new Set(raw.statements.map(({ ticker }) => ticker))];
  const ours = listed('tickers', list(object(body)['tickers']));
  return compare({ ticker: 'tickers', asOf }, ours, listedOf('tickers', coveredAmong(tickers, moment), moment));
}
