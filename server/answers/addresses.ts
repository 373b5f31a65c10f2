// Addresses inside answers: absolute, from the configured base address, with the cutoff pinned.
import type { Collection } from '../terms/research.ts';

type Parameters = Readonly<Record<string, string | number | undefined>>;

/** `path` with these parameters in this order; absent ones are omitted. */
export function addressOf(baseUrl: string, path: string, parameters: Parameters): string {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return query.length === 0 ? `${baseUrl}${path}` : `${baseUrl}${path}?${query.join('&')}`;
}

/**
 * The signed head of the public log at the end of a release, by its number alone: size and root would differ from engine
 * to engine. Null for the preview, which has no log, and before the first release.
 */
export function checkpointAddress(
  baseUrl: string,
  { collection, version }: { collection: Collection; version: number },
): string | null {
  if (collection !== 'live' || version === 0) return null;
  return addressOf(baseUrl, '/log/checkpoint', { release: version });
}

/** The full record of a belief at this cutoff. */
export function beliefAddress(baseUrl: string, beliefId: string, asOf: string): string {
  return `${baseUrl}/v1/beliefs/${encodeURIComponent(beliefId)}?as_of=${encodeURIComponent(asOf)}`;
}
