// Heads for lists of releases: read at most every few milliseconds, and watched by one reader while requests wait.
import { limits } from '../contract/limits.ts';
import type { Collection } from '../contract/operations.ts';
import type { HoldTime } from '../contract/reply.ts';
import type { CollectionHead } from '../store/known/clock.ts';

/** Outcome of a request that was to wait. */
export type HoldOutcome = 'news' | 'time' | 'gone' | 'stopped' | 'full';

export type ReleaseWatch = {
  /** `isFresh` reads the store in any case. */
  head(collection: Collection, isFresh?: boolean): Promise<CollectionHead>;
  /**
   * Resolves with false once the collection has another version or a removal, else with true: after the time, when the
   * client has gone, or when the server stops. Null if too many requests wait.
   */
  until(seen: CollectionHead, wait: HoldTime): Promise<boolean> | null;
  /** Ends every wait; no further one begins. */
  close(): void;
};

export type ReleaseWatchOptions = {
  read: (collection: Collection) => Promise<CollectionHead>;
  elapsed: () => number;
  bounds?: { all: number; each: number; everyMs: number };
  onHeld?: (count: number) => void;
  onOutcome?: (outcome: HoldOutcome) => void;
};

/** Clients may cache a list for a minute, so reading the store more often than this would gain nothing. */
const FRESH_MS = 50;

type Waiter = { seen: CollectionHead; holder: string; end: (outcome: HoldOutcome) => void };

const usual = { all: limits.held_max, each: limits.held_of_address_max, everyMs: limits.watch_ms };

export function releaseWatch(options: ReleaseWatchOptions): ReleaseWatch {
  const { bounds = usual, onHeld = () => undefined, onOutcome = () => undefined } = options;
  const heads = recentHeads(options);
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  function schedule(): void {
    if (timer !== null || waiting.size === 0) return;
    timer = setTimeout(() => void look(), bounds.everyMs);
  }
  async function look(): Promise<void> {
    const collections = new Set([...waiting].map(({ seen }) => seen.collection));
    for (const collection of collections) {
      // A store that does not answer is asked again; the request itself reports it at the end of its time.
      const head = await heads(collection, true).catch(() => null);
      if (head === null) continue;
      for (const one of waiting) if (isOther(one.seen, head)) one.end('news');
    }
    timer = null;
    schedule();
  }
  const isFull = (holder: string): boolean =>
    waiting.size >= bounds.all || [...waiting].filter((one) => one.holder === holder).length >= bounds.each;
  function waitFor(seen: CollectionHead, { ms, holder, signal }: HoldTime): Promise<boolean> {
    return new Promise((resolve) => {
      const gone = (): void => one.end('gone');
      const over = setTimeout(() => one.end('time'), ms);
      const one: Waiter = {
        seen,
        holder,
        end(outcome) {
          if (!waiting.delete(one)) return;
          clearTimeout(over);
          signal.removeEventListener('abort', gone);
          onHeld(waiting.size);
          onOutcome(outcome);
          resolve(outcome !== 'news');
        },
      };
      waiting.add(one);
      onHeld(waiting.size);
      signal.addEventListener('abort', gone);
      if (signal.aborted) gone();
      schedule();
    });
  }
  return {
    head: heads,
    until(seen, wait) {
      if (!isClosed && !isFull(wait.holder)) return waitFor(seen, wait);
      onOutcome(isClosed ? 'stopped' : 'full');
      return null;
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const one of waiting) one.end('stopped');
    },
  };
}

const isOther = (seen: CollectionHead, head: CollectionHead): boolean =>
  seen.collection === head.collection && (seen.version !== head.version || seen.removals !== head.removals);

/** The head of each collection, shared by everybody who asks within a moment. */
function recentHeads({ read, elapsed }: Pick<ReleaseWatchOptions, 'read' | 'elapsed'>): ReleaseWatch['head'] {
  const last = new Map<Collection, { head: Promise<CollectionHead>; until: number }>();
  return (collection, isFresh = false) => {
    const known = last.get(collection);
    if (!isFresh && known !== undefined && elapsed() < known.until) return known.head;
    const asked = { head: read(collection), until: elapsed() + FRESH_MS };
    last.set(collection, asked);
    // A failure is not cached.
    asked.head.catch(() => {
      if (last.get(collection) === asked) last.delete(collection);
    });
    return asked.head;
  };
}
