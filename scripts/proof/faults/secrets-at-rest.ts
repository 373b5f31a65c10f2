// Search for secrets in all files of a database: tables, indexes, and the write-ahead log.
import { livingFiles } from '../../stage/living-files.ts';

export type SearchResult = { files: number; bytes: number; found: string[]; canaries: number };

// A secret is at least 43 characters long, with its prefix or without; a user code has three groups of four letters.
const longRun = /[0-9A-Za-z_]{43,}/g;
const userCode = /RI-?[BCDFGHJKLMNPQRSTVWXZ]{4}-?[BCDFGHJKLMNPQRSTVWXZ]{4}-?[BCDFGHJKLMNPQRSTVWXZ]{4}/g;

/** The random part of a secret: what is behind its prefix and before its checksum. */
const core = (secret: string): string =>
  secret.startsWith('RI-') ? secret.replaceAll('-', '') : secret.slice(-49, -6);

/** Also counts planted canaries: a search that does not find them proves nothing. */
export function searchFolder(folder: string, secrets: ReadonlySet<string>, canary: RegExp): SearchResult {
  const cores = new Set([...secrets].map(core));
  const searched: SearchResult = { files: 0, bytes: 0, found: [], canaries: 0 };
  for (const { path, text } of livingFiles(folder)) {
    searched.files += 1;
    searched.bytes += text.length;
    searched.canaries += text.match(canary)?.length ?? 0;
    const runs = text.match(longRun) ?? [];
    const parts = runs.flatMap((run) => Array.from({ length: run.length - 42 }, (_, at) => run.slice(at, at + 43)));
    const codes = (text.match(userCode) ?? []).map((code) => code.replaceAll('-', ''));
    searched.found.push(...[...parts, ...codes].filter((part) => cores.has(part)).map((part) => `${path}: ${part}`));
  }
  return searched;
}
