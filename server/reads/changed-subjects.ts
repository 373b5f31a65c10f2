// The subjects of a list of changes: those of a request with their coverage, or a stretch of all that have research.
import type { Db } from '../store/engine/db.ts';
import { readRows, readTogether } from '../store/engine/read.ts';
import { type CutoffPair, subjectsBetween, withResearchBetween } from '../store/known/read-changed-rows.ts';
import { ownersOfTickers } from '../store/known/read-entities.ts';
import { type MomentPair, cutoffsOf } from './changes.ts';

/** Folded tickers and entity ids in lower case. */
export type SubjectNames = { tickers: readonly string[]; entityIds: readonly string[] };

export type NamedSubjects = {
  /** By entity_id, each once. */
  entityIds: readonly string[];
  /** Names without their own research from the earlier cutoff to the later. */
  uncovered: SubjectNames;
};

export async function readNamedSubjects(db: Db, moments: MomentPair, names: SubjectNames): Promise<NamedSubjects> {
  const pair = cutoffsOf(moments);
  const owners = await ownersOf(db, pair, names.tickers);
  const rows = await readRows(db, withResearchBetween(pair, [...new Set([...owners.values(), ...names.entityIds])]));
  const covered = new Set(rows.map(({ entity_id: id }) => id));
  return {
    entityIds: [...covered].sort(),
    uncovered: {
      tickers: names.tickers.filter((ticker) => !covered.has(owners.get(ticker) ?? '')),
      entityIds: names.entityIds.filter((id) => !covered.has(id)),
    },
  };
}

/** Each ticker means its listing at the later cutoff, or else the one that had it at the earlier. */
async function ownersOf(
  db: Db,
  { since, until }: CutoffPair,
  tickers: readonly string[],
): Promise<Map<string, string>> {
  if (tickers.length === 0) return new Map();
  const { earlier, later } = await readTogether(db, {
    earlier: ownersOfTickers(since, tickers),
    later: ownersOfTickers(until, tickers),
  });
  return new Map([...earlier, ...later].map(({ ticker_folded: ticker, entity_id: id }) => [ticker, id]));
}

/** Every subject with research between the cutoffs, from an id on. */
export async function readAllSubjects(
  db: Db,
  moments: MomentPair,
  question: { from: string | null; limit: number },
): Promise<readonly string[]> {
  const rows = await readRows(db, subjectsBetween(cutoffsOf(moments), question));
  return rows.map(({ entity_id: id }) => id);
}
