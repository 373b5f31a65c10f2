// Citations with the evidence and source that each leads to, as known at the cutoff.
import type { CalendarDate, Cutoff, Db, Instant } from './db.ts';
import { inVersion } from './eligible.ts';

export type Locator =
  | { kind: 'text_quote'; exact: string; prefix?: string; suffix?: string }
  | { kind: 'time_range'; start_seconds: number; end_seconds: number }
  | { kind: 'page'; page: number };

export type SourceKind =
  | 'post'
  | 'article'
  | 'filing'
  | 'transcript'
  | 'interview'
  | 'video'
  | 'letter'
  | 'report'
  | 'dataset';

export type CitationRow = {
  citation_id: string;
  evidence_id: string;
  locator: Locator;
  source_id: string;
  source_type: SourceKind;
  url: string;
  title: string;
  author_name: string | null;
  published_at: Instant | null;
  published_on: CalendarDate | null;
  observed_at: Instant;
  content_hash: string;
  verification: 'verified' | 'unverified' | 'source_unavailable';
  removed_characters: number;
};

/** These citations in the order of their ids; an id that leads to no evidence is absent, which the caller treats as a fault. */
export async function citationsById(db: Db, cutoff: Cutoff, ids: readonly string[]): Promise<CitationRow[]> {
  if (ids.length === 0) return [];
  const citation = inVersion('c', cutoff);
  const evidence = inVersion('v', cutoff);
  const source = inVersion('s', cutoff);
  const result = await db.raw(
    `select c.citation_id, c.evidence_id, c.locator, s.source_id, s.kind as source_type, v.url, v.title, v.author_name,
            v.published_at, v.published_on, v.observed_at, v.content_hash, v.verification, v.removed_characters
       from citation c
       join evidence v on v.evidence_id = c.evidence_id and ${evidence.sql}
       join source s on s.source_id = v.source_id and ${source.sql}
      where c.citation_id = any(?::text[]) and ${citation.sql}
      order by c.citation_id`,
    [...evidence.bindings, ...source.bindings, [...ids], ...citation.bindings],
  );
  return result.rows as CitationRow[];
}
