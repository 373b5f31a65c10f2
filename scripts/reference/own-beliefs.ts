// Statements told as beliefs at a cutoff: the first of a pair opens, the same direction revises, the opposite one reverses and opens anew.
import { createHash } from 'node:crypto';
import type { Statement } from './raw-files.ts';

export type Move = {
  kind: 'initiated' | 'updated' | 'reversed';
  at: string;
  direction: string;
  personId: string;
  beliefId: string;
};
export type Belief = {
  id: string;
  ticker: string;
  personId: string;
  direction: string;
  reversed: boolean;
  firstAt: string;
  latestAt: string;
  moves: Move[];
};

const clear = (direction: string): boolean => direction === 'bullish' || direction === 'bearish';

export function beliefId(recordId: string): string {
  return `bel_${createHash('sha256').update(`belief:${recordId}`).digest('hex').slice(0, 32)}`;
}

/** Older first; the record id settles a tie of instants. */
function byTime(a: Statement, b: Statement): number {
  if (a.observedAt !== b.observedAt) return a.observedAt < b.observedAt ? -1 : 1;
  return a.recordId < b.recordId ? -1 : 1;
}

function openBelief(statement: Statement): Belief {
  const { ticker, personId, direction, observedAt } = statement;
  const id = beliefId(statement.recordId);
  const first: Move = { kind: 'initiated', at: observedAt, direction, personId, beliefId: id };
  return {
    id,
    ticker,
    personId,
    direction,
    reversed: false,
    firstAt: observedAt,
    latestAt: observedAt,
    moves: [first],
  };
}

function extend(belief: Belief, statement: Statement): Belief | undefined {
  const { direction, observedAt } = statement;
  const opposes = clear(direction) && clear(belief.direction) && direction !== belief.direction;
  if (clear(direction) && !clear(belief.direction)) belief.direction = direction;
  belief.latestAt = observedAt;
  belief.reversed = opposes;
  const shown = opposes ? direction : belief.direction;
  const kind = opposes ? 'reversed' : 'updated';
  belief.moves.push({ kind, at: observedAt, direction: shown, personId: belief.personId, beliefId: belief.id });
  return opposes ? openBelief(statement) : undefined;
}

/** Every belief that exists at the cutoff, from the statements observed by then. */
export function beliefsAt(statements: readonly Statement[], cutoff: string): Belief[] {
  const beliefs: Belief[] = [];
  const current = new Map<string, Belief>();
  for (const statement of statements.filter(({ observedAt }) => observedAt <= cutoff).sort(byTime)) {
    const pair = `${statement.personId}\n${statement.ticker}`;
    const open = current.get(pair);
    const next = open ? extend(open, statement) : openBelief(statement);
    if (next) {
      beliefs.push(next);
      current.set(pair, next);
    }
  }
  return beliefs;
}

/** Newest observation first, then the id. */
export function newestFirst(a: Belief, b: Belief): number {
  if (a.latestAt !== b.latestAt) return a.latestAt > b.latestAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** A belief of statements is active until it is reversed; it counts while it is active. */
export const counts = (belief: Belief): boolean => !belief.reversed;

/** The views of an overview: at most five, with the newest of a direction that the cut would hide in the last place. */
export function viewsOf(beliefs: readonly Belief[], most = 5): Belief[] {
  const open = beliefs.filter(counts).sort(newestFirst);
  if (open.length === 0) return [...beliefs].sort(newestFirst).slice(0, most);
  const shown = open.slice(0, most);
  const directions = new Set(shown.map(({ direction }) => direction));
  const missing = ['bullish', 'bearish'].filter((direction) => !directions.has(direction));
  const hidden = open.find(({ direction }) => direction === missing[0]);
  if (directions.size === 1 && missing.length === 1 && hidden && most >= 2) shown[shown.length - 1] = hidden;
  return shown;
}

/** The name and handle that a person's newest statement gives, whatever security it was about. */
export function personAt(
  statements: readonly Statement[],
  personId: string,
  cutoff: string,
): { name: string; handle: string | null } {
  const own = statements.filter((s) => s.personId === personId && s.observedAt <= cutoff).sort(byTime);
  const newest = own.at(-1);
  if (!newest) throw new Error(`no statement of ${personId} by ${cutoff}`);
  return { name: newest.personName, handle: newest.personHandle };
}
