// Search index: every heading with its text, every operation, every error code.
import MiniSearch from 'minisearch';
import { catalogue } from '../../server/contract/problems.ts';
import { anchorOf } from './markdown.ts';
import type { OperationEntry } from './operations.ts';
import type { Page } from './page.ts';
import { answers } from './search-answers.ts';
import { indexOptions } from './search-options.ts';

export type Entry = {
  id: string;
  /** Address of the entry. */
  path: string;
  title: string;
  /** Title of its page. */
  page: string;
  kind: 'page' | 'section' | 'error' | 'operation';
  words: string;
  /** Words that this place answers. */
  answers: string;
};

type PlainEntry = Omit<Entry, 'answers'>;

export function entriesOf(pages: readonly Page[], operations: readonly OperationEntry[]): readonly Entry[] {
  return [...pages.flatMap(pageEntries), ...operations.map(operationEntry)].map((entry) => ({
    ...entry,
    // The page of an error answers its code.
    answers: entry.kind === 'error' ? (entry.title.split(':')[0] ?? '') : (answers[entry.path] ?? ''),
  }));
}

function pageEntries({ path, title, about, sections }: Page): readonly PlainEntry[] {
  const code = path.startsWith('/docs/errors/') ? path.slice('/docs/errors/'.length) : null;
  if (code !== null) {
    const { status } = catalogue[code as keyof typeof catalogue];
    const words = sections.map((section) => section.words).join(' ');
    return [{ id: path, path, title: `${code}: ${title}`, page: 'Errors', kind: 'error', words: `${status} ${words}` }];
  }
  return sections.map(({ level, text, anchor, words }) => {
    const at = level === 1 ? path : `${path}#${anchor}`;
    const kind = level === 1 ? 'page' : 'section';
    return { id: at, path: at, title: text, page: title, kind, words: level === 1 ? `${about} ${words}` : words };
  });
}

function operationEntry({ id, method, path, operation }: OperationEntry): PlainEntry {
  return {
    id: `operation ${id}`,
    path: referenceAnchor(operation.tags[0] ?? '', id),
    title: `${method} ${path} (${id})`,
    page: 'API reference',
    kind: 'operation',
    words: `${operation.summary} ${operation['x-mcp']?.tool ?? ''} ${operation.description ?? ''}`,
  };
}

/** Anchor of an operation on the reference page, in Redoc's format. */
function referenceAnchor(tag: string, operationId: string): string {
  return `/docs/reference#/${anchorOf(tag)}/${operationId.toLowerCase()}`;
}

/** The serialised index: the browser loads it with the same options. */
export function searchIndex(entries: readonly Entry[]): string {
  const search = new MiniSearch<Entry>(indexOptions);
  search.addAll([...entries]);
  return JSON.stringify(search);
}
