// Rows that a document shows, found in its own words: ids, and texts that it may have cut.

export type ShownRows = {
  /** Every text of the document that can be an id. */
  readonly ids: readonly string[];
  /** True if the document has this text, whole or cut to its beginning. */
  readonly hasText: (text: string) => boolean;
};

const ID_CHARACTERS_MAX = 256;

export function shownBy(document: unknown): ShownRows {
  const texts = new Set<string>();
  const cut = new Set<string>();
  collect(document, { texts, cut });
  return {
    ids: [...texts].filter((text) => text.length > 0 && text.length <= ID_CHARACTERS_MAX && !/\s/.test(text)),
    hasText: (text) => texts.has(text) || [...cut].some((beginning) => text.startsWith(beginning)),
  };
}

type DocumentTexts = { texts: Set<string>; cut: Set<string> };

function collect(value: unknown, found: DocumentTexts): void {
  if (typeof value === 'string') found.texts.add(value);
  else if (Array.isArray(value)) for (const one of value) collect(one, found);
  else if (typeof value === 'object' && value !== null) {
    const { text, truncated } = value as { text?: unknown; truncated?: unknown };
    if (truncated === true && typeof text === 'string') found.cut.add(text);
    for (const one of Object.values(value)) collect(one, found);
  }
}
