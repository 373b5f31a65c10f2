// Every cache of a serving process by name: its bound, and its subject. No other file opens an LRU.

/** A bound in bytes, or in entries of an estimated size. */
export type Bound =
  | { readonly bytesMax: number; readonly entriesMax?: never; readonly entryBytes?: never }
  | { readonly entriesMax: number; readonly entryBytes: number; readonly bytesMax?: never };

type Entry = Bound & {
  readonly about: string;
  /** Caches of this name in one process, if there are several. */
  readonly copies?: number;
  /** State that a later request depends on, or that keeps the store from being written to: never off or smaller. */
  readonly isState?: true;
};

const MEBIBYTE = 1024 * 1024;

export const caches = {
  'recent-live': { bytesMax: 48 * MEBIBYTE, about: 'answers at the newest head of live research' },
  // The preview is small, and all its callers ask the same.
  'recent-preview': { bytesMax: 16 * MEBIBYTE, about: 'answers at the newest head of the preview' },
  kept: { bytesMax: 64 * MEBIBYTE, about: 'answers at any cutoff' },
  seen: {
    entriesMax: 10_000,
    entryBytes: 250,
    copies: 3,
    about: 'pages that were requested once, for each cache of answers',
  },
  compressed: { bytesMax: 16 * MEBIBYTE, about: 'answers compressed with gzip or brotli' },
  quoted: { bytesMax: 16 * MEBIBYTE, about: 'answers quoted as a JSON text for chats' },
  beliefs: { bytesMax: 32 * MEBIBYTE, about: 'serialised beliefs of lists' },
  citations: { bytesMax: 32 * MEBIBYTE, about: 'serialised citations of lists' },
  stretches: { bytesMax: 48 * MEBIBYTE, about: 'runs of belief lists with all their versions' },
  names: { bytesMax: 48 * MEBIBYTE, about: 'histories of the names of people' },
  prices: { bytesMax: 64 * MEBIBYTE, about: 'price histories of a version' },
  releases: { bytesMax: 8 * MEBIBYTE, about: 'releases with the tickers that they touched' },
  subjects: { entriesMax: 10_000, entryBytes: 200, about: 'listings by the name in a question' },
  courses: { bytesMax: 48 * MEBIBYTE, about: 'beliefs about an entity with all their versions' },
  lists: {
    entriesMax: 10_000,
    entryBytes: 200,
    copies: 2,
    about: 'belief lists and subjects that were requested before',
  },
  tallies: { entriesMax: 10_000, entryBytes: 300, about: 'counts of evidence by source' },
  // Each release makes a version, and most versions share a calendar.
  calendars: { entriesMax: 1_000, entryBytes: 200, copies: 2, about: 'session calendars by version' },
  'calendar-days': {
    entriesMax: 8,
    entryBytes: MEBIBYTE,
    copies: 2,
    about: 'session calendars by the days that an operator added',
  },
  'change-days': {
    entriesMax: 500,
    entryBytes: 12_000,
    copies: 3,
    about: 'days on which the research of a listing or a person changed',
  },
  verdicts: { entriesMax: 4_096, entryBytes: 2_000, about: 'valid questions of HTTP' },
  envelopes: { entriesMax: 1_000, entryBytes: 2_000, about: 'client descriptions that the MCP SDK has accepted' },
  fingerprints: {
    entriesMax: 10_000,
    entryBytes: 500,
    copies: 2,
    about: 'fingerprints of questions, for each collection',
  },
  payers: {
    entriesMax: 10_000,
    entryBytes: 400,
    about: 'payers that a recent charge confirmed; new answers of others are built one after the other',
    isState: true,
  },
  tokens: { entriesMax: 10_000, entryBytes: 200, about: 'workspaces of access tokens' },
  'key-limits': { entriesMax: 10_000, entryBytes: 400, about: 'workspaces and limits of keys' },
  'account-limits': { entriesMax: 10_000, entryBytes: 500, about: 'limits of workspaces' },
  'kept-bodies': { entriesMax: 50_000, entryBytes: 200, about: 'answers that the store has kept today' },
  'key-uses': { entriesMax: 10_000, entryBytes: 150, about: 'keys whose use was noted in the last minutes' },
  buckets: {
    entriesMax: 20_000,
    entryBytes: 800,
    copies: 7,
    about: 'token buckets of callers, for each kind of limit',
    isState: true,
  },
} as const satisfies Record<string, Entry>;

export type CacheName = keyof typeof caches;

export const cacheNames = Object.keys(caches) as CacheName[];

/** Those that CACHES_OFF may name. */
export const switchableCaches = cacheNames.filter((name) => !('isState' in caches[name]));

export function bytesOf(bound: Bound): number {
  return bound.entriesMax === undefined ? bound.bytesMax : bound.entriesMax * bound.entryBytes;
}

const entryOf = (name: CacheName): Entry => caches[name];

export const copiesOf = (name: CacheName): number => entryOf(name).copies ?? 1;

const sumOf = (names: readonly CacheName[]): number =>
  names.reduce((sum, name) => sum + bytesOf(entryOf(name)) * copiesOf(name), 0);

const stateBytes = sumOf(cacheNames.filter((name) => entryOf(name).isState === true));
const otherBytes = sumOf(switchableCaches);

/** The least that leaves every cache a tenth of its bound in the catalogue. */
export const cachesBytesMin = stateBytes + Math.ceil(otherBytes / 10);

let share = 1;

/** Bounds all caches of this process together, before they are used; null: as in the catalogue. */
export function boundCaches(bytesMax: number | null): void {
  share = bytesMax === null ? 1 : (bytesMax - stateBytes) / otherBytes;
}

export function boundOf(name: CacheName): Bound {
  const entry = entryOf(name);
  if (entry.isState === true) return entry;
  return entry.entriesMax === undefined
    ? { bytesMax: Math.floor(entry.bytesMax * share) }
    : { entriesMax: Math.max(1, Math.floor(entry.entriesMax * share)), entryBytes: entry.entryBytes };
}
