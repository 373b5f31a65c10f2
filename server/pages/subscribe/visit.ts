/** What led a person to the plans: words of the address, kept as data with the checkout and never followed. */

const safe = /^[A-Za-z0-9._~:+/=@-]{1,64}$/;

const names = ['source', 'acquisition'] as const;

export type Visit = { source: string | null; acquisition: string | null };

/** A value that may not be kept is as good as none. */
export function visitOf(fields: URLSearchParams): Visit {
  const valueOf = (name: string): string | null => {
    const value = fields.get(name);
    return value !== null && safe.test(value) ? value : null;
  };
  return { source: valueOf('source'), acquisition: valueOf('acquisition') };
}

/** One text for the store, null for nothing: none of the characters that separate its parts can stand in a value. */
export function visitText(visit: Visit): string | null {
  const text = names.flatMap((name) => (visit[name] === null ? [] : [`${name} ${visit[name]}`])).join(', ');
  return text === '' ? null : text;
}

/** The same words for the next address. */
export function visitQuery(visit: Visit): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (visit[name] === null ? [] : [[name, visit[name]]])));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A device login names itself by its UUID. */
export function deviceLoginOf({ acquisition }: Visit): string | null {
  return acquisition !== null && uuid.test(acquisition) ? acquisition : null;
}
