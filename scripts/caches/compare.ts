// Through a cache every caller gets what the service itself would have answered, and public answers come from the cache.
import { randomUUID } from 'node:crypto';
import { type Answer, type Ask, type Headers, isFromCache } from './asking.ts';
import { type Callers, ownPaths, sharedPaths, variations } from './questions.ts';

export type Comparison = {
  asked: number;
  /** Public answers that came from the cache. */
  kept: number;
  faults: readonly string[];
};

type Doors = { through: Ask; direct: Ask; prefix: string };

/** Each question is first asked plainly, so that there is something wrong to be given to the next. */
export async function compare(doors: Doors, callers: Callers, seed: number): Promise<Comparison> {
  const faults: string[] = [];
  const [asked, kept] = [[] as string[], [] as string[]];
  const headers = variations(callers);
  for (const path of [...sharedPaths, ...ownPaths]) {
    await doors.through({ path: `${doors.prefix}${path}` });
    for (const one of shuffled([...headers, ...headers], seed)) {
      const [through, direct] = await both(doors, path, one);
      asked.push(path);
      const isKept = isFromCache(through);
      if (isKept) kept.push(path);
      const what = `${path} ${JSON.stringify(one).replaceAll(/ri_\w+/g, 'KEY')}`;
      if (said(through) !== said(direct))
        faults.push(`${what}: ${said(through).slice(0, 200)} instead of ${said(direct).slice(0, 200)}`);
      if (isKept && !sharedPaths.includes(path)) faults.push(`${what} came from the cache`);
      const own = Object.keys(through.headers).filter((name) => isOwn(name));
      if (isKept && own.length > 0) faults.push(`${what}: ${own.join(', ')} of somebody else`);
    }
    if (sharedPaths.includes(path) && !kept.includes(path)) faults.push(`${path} is never kept`);
  }
  return { asked: asked.length, kept: kept.length, faults };
}

async function both({ through, direct, prefix }: Doors, path: string, headers: Headers): Promise<[Answer, Answer]> {
  const sent = { path: `${prefix}${path}`, headers: { ...headers, 'x-request-id': randomUUID() } };
  const [first, second] = [await direct(sent), await through(sent)];
  return [second, first];
}

/** `charged` and `remaining` of a repetition are another call's. */
function said({ status, headers, text }: Answer): string {
  return JSON.stringify([status, headers['content-type'], headers['research-version'], withoutClock(text)]);
}

/** The balance changes from one call to the next. */
function withoutClock(text: string): string {
  return text.replaceAll(/"prepaidRequestsRemaining":\d+/g, '"prepaidRequestsRemaining":0');
}

const isOwn = (name: string): boolean => /^(set-cookie|x-request-id|ratelimit|usage-|idempotent)/.test(name);

/** The same order for the same seed. */
function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const left = [...values];
  const out: T[] = [];
  for (let state = seed; left.length > 0;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    out.push(...left.splice(state % left.length, 1));
  }
  return out;
}
