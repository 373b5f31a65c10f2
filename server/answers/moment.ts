// Point in time of an answer: the head of its collection, the resolved cutoff, and its calendar.
import { canonicalInstant } from '../contract/validation/formats.ts';
import { ProblemError } from '../contract/problems.ts';
import { batched } from '../memory/batched.ts';
import { sharedWork } from '../memory/shared-work.ts';
import { calendarReader } from '../reads/calendar.ts';
import type { Moment } from '../reads/subject.ts';
import { type CollectionHead, readHeads, resolveCutoff, tick } from '../store/known/clock.ts';
import type { Collection, Db, Instant } from '../store/engine/db.ts';
import { releaseReader } from '../store/known/releases.ts';

/** A cutoff may lie this far after the server's clock, because clocks differ. */
const AS_OF_AHEAD_MS_MAX = 5 * 60_000;

/** The parameters that name a cutoff. */
export type CutoffName = 'as_of' | 'since' | 'until';

function refuseFuture(name: CutoffName, requested: Instant, now: Instant): void {
  if (Date.parse(requested) - Date.parse(now) <= AS_OF_AHEAD_MS_MAX) return;
  throw new ProblemError('as-of-in-future', {
    detail: `${name} ${requested} lies more than five minutes after the server's clock, which says ${now}.`,
    errors: [
      {
        location: `query.${name}`,
        message: 'lies in the future',
        fix:
          name === 'since'
            ? 'Ask for a past cutoff.'
            : `Ask for a past cutoff, or leave ${name} out for the newest settled answer.`,
      },
    ],
  });
}

export type Moments = {
  /** Resolves a requested cutoff, or the newest settled one. Throws `as-of-in-future`. */
  at(collection: Collection, requested: string | undefined, name?: CutoffName): Promise<Moment>;
  head(collection: Collection): Promise<CollectionHead>;
  /** The head as last read, without a query; null if it was not read or a boundary has passed since. */
  settled(collection: Collection): CollectionHead | null;
};

export type MomentsOptions = {
  db: Db;
  now: () => Instant;
  isReplica?: boolean;
  /** True if the delivery checks later whether the head has moved, as the charge does. */
  headIsChecked?: boolean;
  onTick?: () => void;
};

function isOlder(one: CollectionHead, other: CollectionHead): boolean {
  return one.version < other.version || one.watermark < other.watermark || one.removals < other.removals;
}

/** Reads the service clock, and moves it to a calendar boundary that has passed: serving closes history. */
export function createMoments(options: MomentsOptions): Moments {
  const { db, now, isReplica = false, headIsChecked = false, onTick = () => undefined } = options;
  const calendarAt = calendarReader();
  const releaseAt = releaseReader();
  const headOf = batched((collections: readonly Collection[]) => readHeads(db, collections));
  const ticks = sharedWork<void>();
  const lastRead = new Map<Collection, { head: CollectionHead; until: Instant | null; turn: number }>();
  let turn = 0;
  async function head(collection: Collection): Promise<CollectionHead> {
    const began = (turn += 1);
    const remember = (one: CollectionHead, until: Instant | null): CollectionHead =>
      rememberHead(one, { until, began });
    const seen = await headOf(collection);
    if (isReplica || collection === 'preview' || seen.version === 0) return remember(seen, null);
    const calendar = await calendarAt(db, { collection, version: seen.version, asOf: seen.watermark });
    const asked = now();
    const boundary = calendar.boundaryAtOrBefore(asked);
    const next = calendar.nextBoundaryAfter(asked);
    if (boundary === null || boundary <= seen.watermark) return remember(seen, next);
    await ticks.of(boundary, () => moveTo(boundary));
    const moved = await headOf(collection);
    // Not moved: a release or another server's tick is under way, or this server's clock is ahead of the database's,
    // which decides. The next question tries again.
    return remember(moved, moved.watermark < boundary ? asked : next);
  }
  async function moveTo(boundary: Instant): Promise<void> {
    if (await tick(db, 'live', boundary)) onTick();
  }
  function rememberHead(
    seen: CollectionHead,
    { until, began }: { until: Instant | null; began: number },
  ): CollectionHead {
    const last = lastRead.get(seen.collection);
    // The older of two concurrent reads may end last. A later read that sees less belongs to a store that went back.
    const isOvertaken = last !== undefined && began < last.turn && isOlder(seen, last.head);
    if (!isOvertaken) lastRead.set(seen.collection, { head: seen, until, turn: (turn += 1) });
    return seen;
  }
  /** Everything at or before a watermark was final when it was read, and only a legal removal changes it. */
  async function headFor(collection: Collection, asked: Instant | null): Promise<CollectionHead> {
    const last = headIsChecked ? lastRead.get(collection)?.head : undefined;
    return last !== undefined && asked !== null && asked <= last.watermark ? last : head(collection);
  }
  return {
    head,
    settled(collection) {
      const last = lastRead.get(collection);
      if (last === undefined || (last.until !== null && last.until <= now())) return null;
      return last.head;
    },
    async at(collection, requested, name = 'as_of') {
      const asked = requested === undefined ? null : canonicalInstant(requested);
      if (asked !== null) refuseFuture(name, asked, now());
      const newest = await headFor(collection, asked);
      const cutoff = await resolveCutoff(asked, newest, (asOf) => releaseAt(db, newest, asOf));
      return { cutoff, calendar: await calendarAt(db, cutoff) };
    },
  };
}
