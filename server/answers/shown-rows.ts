// Rows that a document shows, found in its own words: ids, and texts that it may have cut.
import type { ChangeItem } from '../../generated/api.ts';
import type { ClosedRow, ShownRows } from '../store/log/openings.ts';

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

type WrittenChange = Pick<ChangeItem, 'kind' | 'object' | 'object_id' | 'revision' | 'release'>;

function closedBy({ data }: { data?: { changes?: readonly WrittenChange[] } }): ClosedRow[] {
  return (data?.changes ?? []).flatMap(({ kind, object, object_id: id, revision, release }) => {
    const isClosed = kind.endsWith('_withdrawn') && id !== null && release !== null;
    return isClosed ? [{ kind: kindOf(object), id, revision, release }] : [];
  });
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
