/** Content negotiation by media type; parameters of a type are ignored. */

/**
 * A type is acceptable if its most specific range has a weight above 0 (RFC 9110, section 12.5.1). Parameters are
 * ignored: RFC 8259 defines none for JSON, and common clients send `charset` all the same.
 */
export function acceptsAny(header: string, offered: readonly string[]): boolean {
  if (header.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    if (range === '') continue;
    weights.set(range, Math.max(weights.get(range) ?? 0, weightIn(parameters)));
  }
  return offered.some((type) => {
    const ranges = [type, `${type.split('/')[0]}/*`, '*/*'];
    return (ranges.map((range) => weights.get(range)).find((weight) => weight !== undefined) ?? 0) > 0;
  });
}

/** The q of a range; 1 if there is none. */
function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((one) => one.startsWith('q='))?.slice('q='.length) ?? '1';
  return /^(\d+(\.\d*)?|\.\d+)$/.test(weight) ? Number(weight) : 1;
}
