// Sanitiser of foreign text: no control character, escape sequence or bidirectional override reaches a terminal.

/** C0 except tab and line feed, DEL and C1; then characters that reorder or hide their neighbours. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Joiners and variation selectors stay: scripts and emoji need them, and they move nothing. */
const invisible = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Marks a removed character. */
const replacement = '\ufffd';

export function safeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(loneSurrogates, replacement)
    .replace(controls, replacement)
    .replace(invisible, '');
}

/** A copy of a document with every string sanitised, so that no printing code can forget it. */
export function safeDocument<T>(document: T): T {
  return copied(document) as T;
}

function copied(value: unknown): unknown {
  if (typeof value === 'string') return safeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  // Without a prototype, `__proto__` is an ordinary field.
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of Object.entries(value)) copy[safeText(name)] = copied(inner);
  return copy;
}

/** JSON for a terminal: the same document, with control characters as `\u` escapes. */
export function safeJson(json: string): string {
  const escaped = (found: string): string =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
  return json
    .replace(controls, escaped)
    .replace(/[\u2028\u2029]/g, escaped)
    .replace(invisible, escaped);
}
