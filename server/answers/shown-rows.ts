// Rows that a document shows, found in its own words: ids, and texts that it may have cut.
import type { ChangeItem } from '../../generated/api.ts';

export type ShownRows = {
  /** Every text of the document that can be an id. */
  readonly ids: readonly string[];
  /** True if the document has this text, whole or cut to its beginning. */
  readonly hasText: (text: string) => boolean;
  /** Rows that a page of changes says were closed. */
  readonly closed: readonly ClosedRow[];
};

/** The kind of a row in the log, the id that is its own, and the release that closed it. */
export type ClosedRow = { readonly kind: string; readonly id: string; readonly release: number };

const ID_CHARACTERS_MAX = 256;

export function shownBy(document: unknown): ShownRows {
  const texts = new Set<string>();
  const cut = new Set<string>();
  collect(document, { texts, cut });
  return {
    ids: [...texts].filter((text) => text.length > 0 && text.length <= ID_CHARACTERS_MAX && !/\s/.test(text)),
    hasText: (text) => texts.has(text) || [...cut].some((beginning) => text.startsWith(beginning)),
    closed: closedBy(document as { data?: { changes?: readonly WrittenChange[] } }),
  };
}

type WrittenChange = Pick<ChangeItem, 'kind' | 'object' | 'object_id' | 'release'>;

function closedBy({ data }: { data?: { changes?: readonly WrittenChange[] } }): ClosedRow[] {
  return (data?.changes ?? []).flatMap(({ kind, object, object_id: id, release }) =>
    kind.endsWith('_withdrawn') && id !== null && release !== null ? [{ kind: kindOf(object), id, release }] : [],
  );
}

/** The kind of the row in the log that a change of this object opens or closes. */
function kindOf(object: WrittenChange['object']): string {
  if (object === 'view') return 'revision';
  return object === 'evidence' ? 'evidence' : 'part';
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
