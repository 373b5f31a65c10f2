// Settings of the caches: their bound together, and those that a measurement does without.
import { type CacheName, cachesBytesMin, switchableCaches } from './caches.ts';

const MEBIBYTE = 1024 * 1024;

export function cachesOffOf(text: string | undefined, mistakes: string[]): CacheName[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const wanted = names.filter((name) => name !== '');
  const found = switchableCaches.filter((name) => wanted.includes(name));
  const unknown = wanted.filter((name) => !found.some((one) => one === name));
  if (unknown.length > 0)
    mistakes.push(`CACHES_OFF names ${unknown.join(', ')}: it is a list of ${switchableCaches.join(', ')}`);
  return found;
}

export function cachesBytesOf(text: string | undefined, mistakes: string[]): number | null {
  if (!text) return null;
  const least = Math.ceil(cachesBytesMin / MEBIBYTE);
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text) * MEBIBYTE;
  mistakes.push(`MEMORY_MB must be a whole number from ${least} on: the megabytes of all caches of a process`);
  return null;
}
