// SQL in pieces that carry their own bindings, so that a statement can be put together without counting question marks.

export type Binding =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly number[]
  | readonly Buffer[]
  | Buffer;

export type Fragment = { readonly sql: string; readonly bindings: readonly Binding[] };

/** Values become bindings and fragments are written out where they stand. */
export function sql(text: TemplateStringsArray, ...parts: readonly (Fragment | Binding)[]): Fragment {
  let written = text[0] ?? '';
  const bindings: Binding[] = [];
  parts.forEach((part, index) => {
    const piece = isFragment(part) ? part : { sql: '?', bindings: [part] };
    written += piece.sql + (text[index + 1] ?? '');
    bindings.push(...piece.bindings);
  });
  return { sql: written, bindings };
}

/** SQL without values: names, and expressions over columns. */
export function raw(text: string): Fragment {
  return { sql: text, bindings: [] };
}

function isFragment(part: Fragment | Binding): part is Fragment {
  return typeof part === 'object' && part !== null && 'sql' in part && 'bindings' in part;
}

/** Fragments with commas between them. */
export function listed(parts: readonly Fragment[]): Fragment {
  return { sql: parts.map((one) => one.sql).join(', '), bindings: parts.flatMap((one) => one.bindings) };
}

/** The conditions joined by `and`; without any the result is true. */
export function all(...conditions: readonly (Fragment | null)[]): Fragment {
  const held = conditions.filter((condition) => condition !== null);
  if (held.length === 0) return { sql: 'true', bindings: [] };
  return { sql: held.map((one) => one.sql).join(' and '), bindings: held.flatMap((one) => one.bindings) };
}
