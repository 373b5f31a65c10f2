// Status of prices at a cutoff: the end of each series against the session that is expected by then.
import type { Series } from './own-marks.ts';
import { lastDate } from './own-marks.ts';
import type { Session } from '../raw-files.ts';

const PUBLICATION_DELAY_MS = 60 * 60 * 1000;
const WORST = ['current', 'stale', 'unverified'] as const;

export type PriceStatus = 'current' | 'stale' | 'unverified' | 'unavailable';
export type Freshness = 'current' | 'delayed' | 'stale';
export type Through = { status: PriceStatus; freshness: Freshness; through: string | null; expected: string | null };

export function expectedSession(sessions: readonly Session[], cutoff: string): string | null {
  const due = sessions.findLast(({ close }) => Date.parse(close) + PUBLICATION_DELAY_MS <= Date.parse(cutoff));
  return due?.date ?? null;
}

/** One session behind is delayed; more, unverified and unavailable are stale. */
export function throughOf(series: Series, sessions: readonly Session[], cutoff: string): Through {
  const expected = expectedSession(sessions, cutoff);
  const through = lastDate(series);
  if (through === null || expected === null) return { status: 'unavailable', freshness: 'stale', through, expected };
  if (sessions.at(-1)?.date === expected) return { status: 'unverified', freshness: 'stale', through, expected };
  const behind = sessions.filter(({ date }) => date > through && date <= expected).length;
  const freshness = (['current', 'delayed'] as const)[behind] ?? 'stale';
  return { status: behind === 0 ? 'current' : 'stale', freshness, through, expected };
}

/** The worse of two statuses; a series without any price counts as unverified. */
export function worse(...statuses: PriceStatus[]): string {
  const ranks = statuses.map((status) => WORST.indexOf(status === 'unavailable' ? 'unverified' : status));
  return WORST[Math.max(...ranks)] ?? '';
}
