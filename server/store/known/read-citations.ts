// Citations with the evidence and source that each leads to, as known at the cutoff.
import type { CalendarDate, Cutoff, Instant } from '../engine/db.ts';
import { type Versions, inVersion, versionsOf } from './eligible.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { asLoaded } from './read-columns.ts';
import { type Query, found, read } from '../engine/read.ts';

export type Locator =
  | { kind: 'text_quote'; exact: string; prefix?: string; suffix?: string }
  | { kind: 'time_range'; start_seconds: number; end_seconds: number }
  | { kind: 'page'; page: number }
  /** Not the author's own words: a rendering or a summary of them. */
  | { kind: 'rendered' | 'summarised'; text: string };

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

/** A piece of evidence as shown with its source and behind a citation. */
export type EvidenceItemRow = {
  evidence_id: string;
  url: string;
  title: string;
  author_name: string | null;
  published_at: Instant | null;
  published_on: CalendarDate | null;
  observed_at: Instant;
  content_hash: string;
  verification: 'verified' | 'unverified' | 'source_unavailable';
};

export type CitationRow = EvidenceItemRow & {
  citation_id: string;
  locator: Locator;
  source_id: string;
  source_type: SourceKind;
  observed_is_day: boolean;
  removed_characters: number;
};

const columns = {
  citation_id: 'plain',
  evidence_id: 'plain',
  locator: 'plain',
  source_id: 'plain',
  source_type: 'plain',
  url: 'plain',
  title: 'plain',
  author_name: 'plain',
  published_at: 'instant',
  published_on: 'plain',
  observed_at: 'instant',
  observed_is_day: 'plain',
  content_hash: 'plain',
  verification: 'plain',
  removed_characters: 'plain',
} as const;

const columnsInVersions = { ...columns, from_version: 'plain', until_version: 'plain' } as const;

/**
 * Citations in the order of their ids; an id that leads to no evidence is absent, which the caller treats as a fault.
 * A lookup for each: as plain joins PostgreSQL may begin at the source, and read all the evidence of a dataset.
 */
function citationRows(cutoff: Cutoff, ids: Fragment, besides = sql``): Fragment {
  return sql`
    select c.citation_id, c.evidence_id, c.locator, s.source_id, s.kind as source_type, v.url, v.title, v.author_name,
           v.published_at, v.published_on, ${asLoaded('v')} as observed_at, v.observed_as is not null as observed_is_day, v.content_hash, v.verification, v.removed_characters ${besides}
      from citation c
     cross join lateral (
       select v.* from evidence v where v.evidence_id = c.evidence_id and ${inVersion('v', cutoff)} limit 1) v
     cross join lateral (
       select s.* from source s where s.source_id = v.source_id and ${inVersion('s', cutoff)} limit 1) s
     where c.citation_id = any(${ids}) and ${inVersion('c', cutoff)}
     order by c.citation_id`;
}

export function citationsById(cutoff: Cutoff, ids: readonly string[]): Query<CitationRow> {
  return read<CitationRow>(columns, citationRows(cutoff, sql`${ids}::text[]`));
}

/** Results of earlier questions of the same statement that a document cites; each by the name of its question. */
export type CitingQuestions = {
  /** Ids that are known before the statement. */
  ids?: readonly string[];
  /** Parts of beliefs, whose bodies cite: claims, conditions, targets and notes one citation, intents and cases several. */
  parts?: string;
  /** States, moves and revisions, each of which cites its source; with a `newest`, only so many. */
  sources?: readonly CitingRows[];
};

/** `every`: all citations of moves and revisions (`citation_ids`), not only the source of the words. */
export type CitingRows = { name: string; newest?: number; every?: boolean };

/**
 * Places of citations in the body of a part: also each condition and further intent of an intent, and each paragraph of
 * a case.
 */
export const citedInBodies = [
  '$.citation_id',
  '$.citation_ids[*]',
  '$.conditions[*].citation_ids[*]',
  '$.additional_intents[*].citation_ids[*]',
  '$.additional_intents[*].conditions[*].citation_ids[*]',
  '$.paragraphs[*].citation_ids[*]',
];

/** The citations of the results in the same statement. */
export function citationsOf(cutoff: Cutoff, citing: CitingQuestions): Query<CitationRow> {
  return read<CitationRow>(columns, citationRows(cutoff, idsCited(citing)));
}

/** The same, each with the versions in which it reads so. */
export function citationsInVersions(cutoff: Cutoff, citing: CitingQuestions): Query<CitationRow & Versions> {
  return read<CitationRow & Versions>(
    columnsInVersions,
    citationRows(cutoff, idsCited(citing), sql`, ${versionsOf(cutoff, ['c', 'v', 's'])}`),
  );
}

/** Gathered into an array, so that each is looked up by its id: with a join the planner reads all citations. */
function idsCited({ ids = [], parts, sources = [] }: CitingQuestions): Fragment {
  const gathered = [
    sql`select unnest(${ids}::text[])`,
    ...(parts === undefined ? [] : [bodiesCite(parts)]),
    ...sources.map(sourcesCite),
  ];
  const union = gathered.map((one) => one.sql).join(' union ');
  return { sql: `array(${union})`, bindings: gathered.flatMap((one) => one.bindings) };
}

function bodiesCite(question: string): Fragment {
  return sql`
    select jsonb_path_query(f.body, place.cited::jsonpath) #>> '{}'
      from ${{ sql: found(question), bindings: [] }} f cross join unnest(${citedInBodies}::text[]) as place(cited)`;
}

function sourcesCite({ name, newest, every = false }: CitingRows): Fragment {
  const rows: Fragment = { sql: found(name), bindings: [] };
  const few = newest === undefined ? rows : sql`(select * from ${rows} f order by f.counts_from desc limit ${newest})`;
  return every
    ? sql`select jsonb_array_elements_text(f.citation_ids) from ${few} f`
    : sql`select f.source_citation_id from ${few} f`;
}
