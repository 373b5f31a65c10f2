// Caches with a name, a bound and a size (LRU), counted for the metrics, and switched off for measurements.
import { LRUCache } from 'lru-cache';
import { type CacheName, boundOf, bytesOf, cacheNames, copiesOf } from './caches.ts';

export type Cache<Key, Value> = {
  /** Undefined if there is none, or if `fits` refuses it: both count as a miss. */
  get(key: Key, fits?: (value: Value) => boolean): Value | undefined;
  /** Without a use: eviction goes by age. */
  peek(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): boolean;
  clear(): void;
  bytes(): number;
};

type Options<Key, Value> = {
  /** Instead of the bound of the catalogue; for tests. */
  bytesMax?: number;
  /** Bytes of an entry; needed if the bound is in bytes. */
  sizeOf?: (value: Value, key: Key) => number;
  /** Called for each entry that leaves. */
  dispose?: (value: Value, key: Key) => void;
};

type Instance = { bytes(): number };

/** Counters of all caches with one name. */
class Usage {
  isOff = false;
  hits = 0;
  misses = 0;
  /** Weak: a cache ends with its service. */
  readonly instances = new Set<WeakRef<Instance>>();

  count(isHit: boolean): void {
    if (isHit) this.hits += 1;
    else this.misses += 1;
  }
}

const usages = new Map(cacheNames.map((name) => [name, new Usage()]));

function usageOf(name: CacheName): Usage {
  const usage = usages.get(name);
  if (usage === undefined) throw new Error(`${name} is not a cache`);
  return usage;
}

/** Enters a cache; its lookups are counted by its owner. */
export function tracked(name: CacheName, cache: Instance): Pick<Usage, 'count' | 'isOff'> {
  const usage = usageOf(name);
  usage.instances.add(new WeakRef(cache));
  return usage;
}

/** A cache of this process under a name of the catalogue; several with one name are counted together. */
export function remembered<Key extends {}, Value extends {}>(
  name: CacheName,
  { bytesMax, sizeOf, dispose }: Options<Key, Value> = {},
): Cache<Key, Value> {
  const evicted = dispose === undefined ? {} : { dispose };
  let opened: LRUCache<Key, Value> | null = null;
  // At the first entry: some caches are made before the settings of the process are read.
  const open = (): LRUCache<Key, Value> => {
    const bound = boundOf(name);
    return new LRUCache({
      // A bound in entries is a size as well: with `max` the package would allocate all of them at once.
      maxSize: bound.entriesMax ?? bytesMax ?? bound.bytesMax,
      sizeCalculation: bound.entriesMax === undefined ? (value, key) => sizeOf?.(value, key) ?? 1 : () => 1,
      ...evicted,
    });
  };
  const self: Cache<Key, Value> = {
    get(key, fits) {
      const found = opened?.get(key);
      const isHit = found !== undefined && fits?.(found) !== false;
      usage.count(isHit);
      return isHit ? found : undefined;
    },
    peek: (key) => opened?.peek(key),
    set(key, value) {
      if (usage.isOff) dispose?.(value, key);
      else (opened ??= open()).set(key, value);
    },
    delete: (key) => opened?.delete(key) ?? false,
    clear: () => opened?.clear(),
    bytes() {
      return (opened?.calculatedSize ?? 0) * (boundOf(name).entryBytes ?? 1);
    },
  };
  const usage = tracked(name, self);
  return self;
}

/** For measurements: what a cache saves shows in the answers without it. */
export function switchOff(names: readonly CacheName[]): void {
  for (const name of names) usageOf(name).isOff = true;
}

export type CacheFigures = { name: CacheName; bytes: number; bytesMax: number; hits: number; misses: number };

/** All caches of this process; those that are not opened yet have their bounds too. */
export function cacheFigures(): CacheFigures[] {
  return [...usages].map(([name, { hits, misses, instances }]) => {
    let bytes = 0;
    for (const instance of instances) {
      const one = instance.deref();
      if (one === undefined) instances.delete(instance);
      else bytes += one.bytes();
    }
    return { name, bytes, bytesMax: bytesOf(boundOf(name)) * Math.max(copiesOf(name), instances.size), hits, misses };
  });
}

/** The sum of all bounds. */
export const cachesBytesMax = (): number => cacheFigures().reduce((sum, { bytesMax }) => sum + bytesMax, 0);
