// `GET /v1/changes` next to the difference of the documents at both cutoffs, pair by pair, and a walk in steps next to one.
import type { ChangeItem } from '../../../generated/api.ts';
import {
  type DocumentReader,
  type DocumentState,
  changesOf,
  expectedFold,
  expectedSteps,
  foldedChanges,
  readDocuments,
  statedSteps,
  walkChanges,
} from '../../../server/answers/testing/changed-documents.ts';
import { digestOf } from '../../../server/http/respond.ts';
import { ProblemError } from '../../../server/contract/problems.ts';
import { read } from '../../stage/running-service.ts';
import type { Service } from './ask.ts';
import type { DataSet } from './run-set.ts';

const CUTOFFS = 21;

/** Instants of the statements, spread evenly by their number, so that each range holds some. */
export function cutoffsOf({ raw }: Pick<DataSet, 'raw'>): string[] {
  const times = [...new Set(raw.statements.map(({ observedAt }) => observedAt))].sort();
  const at = (place: number): string => times[Math.round((place * (times.length - 1)) / (CUTOFFS - 1))] ?? '';
  return [...new Set(Array.from({ length: CUTOFFS }, (_, place) => at(place)))];
}

/** The answers of a service over HTTP, in the form that the comparison reads. */
function answersOf({ base, key }: Service): DocumentReader['answers'] {
  const ask = async (path: string, query: Readonly<Record<string, unknown>> = {}) => {
    const sent = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const { status, body } = await read(key, `${base}${path}?${new URLSearchParams(sent)}`);
    if (status === 404) throw new ProblemError('not-covered');
    if (status !== 200) throw new Error(`${path} ${JSON.stringify(query)}: ${status} ${JSON.stringify(body)}`);
    const bytes = Buffer.from(JSON.stringify(body));
    return { bytes, sha256: digestOf(bytes), asOf: '' };
  };
  return {
    brief: (_collection, query) => ask('/v1/brief', query),
    beliefs: (_collection, query) => ask('/v1/beliefs', query),
    belief: (_collection, id, asOf) => ask(`/v1/beliefs/${id}`, { as_of: asOf }),
    changes: (_collection, query) => ask('/v1/changes', query),
  };
}

type Tally = { pairs: number; changes: number; unequal: number };

/** True if every pair of cutoffs is equal for every ticker, and the steps fold to one. */
export async function changesReport(service: Service, set: DataSet): Promise<boolean> {
  const reader: DocumentReader = { answers: answersOf(service), collection: 'live' };
  const times = cutoffsOf(set);
  const tally: Tally = { pairs: 0, changes: 0, unequal: 0 };
  for (const ticker of set.tickers) await compareTicker(reader, { ticker, times, tally });
  const { pairs, changes, unequal } = tally;
  const line = `${set.tickers.length} tickers at ${times.length - 1} pairs of cutoffs: ${pairs} compared, ${changes} changes`;
  process.stdout.write(`${line}, ${unequal} unequal\n`);
  return unequal === 0 && changes > 0;
}

type TickerCourse = { ticker: string; times: readonly string[]; tally: Tally };

async function compareTicker(reader: DocumentReader, { ticker, times, tally }: TickerCourse): Promise<void> {
  const steps: ChangeItem[] = [];
  let before: DocumentState | undefined;
  for (const [place, until] of times.entries()) {
    const after: DocumentState = await readDocuments(reader, { ticker, asOf: until, earlier: before });
    const since = times[place - 1];
    if (since !== undefined && before !== undefined && before.beliefs.size + after.beliefs.size > 0) {
      const found = await changesFor(reader, { ticker, since, until });
      tally.pairs += 1;
      tally.changes += found.length;
      steps.push(...found);
      const name = `${ticker} ${since} ${until}`;
      compare(tally, `${name} values`, [
        foldedChanges(comparable(found)),
        expectedFold(entityOf(found), before, after),
      ]);
      compare(tally, `${name} steps`, [statedSteps(found), expectedSteps(before, after)]);
    }
    before = after;
  }
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (steps.length === 0) return;
  const once = await changesFor(reader, { ticker, since: first, until: last });
  compare(tally, `${ticker} in steps and at once`, [foldedChanges(steps), foldedChanges(once)]);
}

/** Documents name no condition or target by an id that both have. */
function comparable(changes: readonly ChangeItem[]): ChangeItem[] {
  return changes.filter(({ object }) => object !== 'condition' && object !== 'target' && object !== 'evidence');
}

function entityOf([first]: readonly ChangeItem[]): string {
  return first?.subject.entity_id ?? 'none';
}

async function changesFor(
  reader: DocumentReader,
  { ticker, since, until }: { ticker: string; since: string; until: string },
): Promise<ChangeItem[]> {
  return changesOf(await walkChanges(reader, { tickers: ticker, since, until, limit: 50 }));
}

function compare(tally: Tally, name: string, [ours, theirs]: readonly [readonly string[], readonly string[]]): void {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return;
  tally.unequal += 1;
  const [missing, extra] = [theirs.filter((one) => !ours.includes(one)), ours.filter((one) => !theirs.includes(one))];
  process.stdout.write(`${name}: missing ${JSON.stringify(missing)}, extra ${JSON.stringify(extra)}\n`);
}
