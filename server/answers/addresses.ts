// Addresses inside answers: absolute, from the configured base address, with the cutoff pinned.

type Parameters = Readonly<Record<string, string | number | undefined>>;

/** `path` with these parameters in this order; absent ones are omitted. */
export function addressOf(baseUrl: string, path: string, parameters: Parameters): string {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return query.length === 0 ? `${baseUrl}${path}` : `${baseUrl}${path}?${query.join('&')}`;
}

/** The full record of a belief at this cutoff. */
export function beliefAddress(baseUrl: string, beliefId: string, asOf: string): string {
  return `${baseUrl}/v1/beliefs/${encodeURIComponent(beliefId)}?as_of=${encodeURIComponent(asOf)}`;
}
