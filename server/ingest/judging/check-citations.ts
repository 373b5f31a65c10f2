// Whether quotes occur in the captured text, and whether evidence was observed before what cites it.
import { derivedId } from '../../store/engine/ids.ts';
import {
  releasedCitationTimes,
  releasedEvidence,
  stagedBodies,
  stagedTargets,
} from '../../store/staged/staging-lookups.ts';
import { importBodies } from '../../store/staged/import-lookups.ts';
import { revisionFacts } from '../../store/published/publish-lookups.ts';
import { chunkRows } from '../../store/staged/staging.ts';
import type { BundleFacts, Lined } from './bundle-facts.ts';
import { shown, type Faults } from '../files/faults.ts';
import type { Loading } from '../files/loading.ts';
import { targetDateFaults } from '../records/date-order.ts';
import { isAmbiguous, quoteFault } from '../files/quotes.ts';
import { countsFrom, recordKey } from '../records/record-keys.ts';
import type { CitationRecord, EvidenceRecord, RevisionRecord, TargetRecord } from '../records/records.ts';
import type { Reference } from './references.ts';

export async function checkCitations(loading: Loading, facts: BundleFacts, faults: Faults): Promise<void> {
  noteAmbiguous(await checkQuotes(loading, facts, faults), faults);
  await checkTimes(loading, facts, faults);
  await checkTargets(loading, facts, faults);
}

const named_max = 5;

/** Each with the captured text of its evidence, which may have 200,000 characters. */
const quotedRows = 100;

type Evidence = { capture: string; observedAt: string };

/** The quotes that are found more than once. */
async function checkQuotes(loading: Loading, facts: BundleFacts, faults: Faults): Promise<Lined<CitationRecord>[]> {
  const ambiguous: Lined<CitationRecord>[] = [];
  for (const chunk of inChunks([...facts.citations.values()], quotedRows)) {
    const ids = chunk.map(({ record }) => record.evidence_id);
    const evidence = await evidenceOf(loading, facts, ids);
    for (const [id, own] of await ownEvidence(loading, facts, ids)) evidence.set(id, own);
    for (const citation of chunk) {
      const cited = evidence.get(citation.record.evidence_id);
      checkQuote(citation, cited, faults);
      const { locator } = citation.record;
      if (cited !== undefined && locator.kind === 'text_quote' && isAmbiguous(cited.capture, locator))
        ambiguous.push(citation);
    }
  }
  return ambiguous;
}

function checkQuote(
  { line, record: { locator, evidence_id } }: Lined<CitationRecord>,
  evidence: Evidence | undefined,
  faults: Faults,
): void {
  if (locator.kind !== 'text_quote' || evidence === undefined) return;
  const fault = quoteFault(evidence.capture, locator, evidence_id);
  if (fault !== null) faults.add({ line, field: fault.field }, fault.what, fault.fix);
}

/** Names quotes of which nobody can say which place they mean. */
function noteAmbiguous(citations: readonly Lined<CitationRecord>[], faults: Faults): void {
  if (citations.length === 0) return;
  const named = citations.slice(0, named_max).map(({ record, line }) => `${shown(record.citation_id)} (line ${line})`);
  const more = citations.length > named_max ? `, and ${citations.length - named_max} more` : '';
  const quotes = citations.length === 1 ? '1 quote stands' : `${citations.length} quotes stand`;
  faults.note(
    `${quotes} in the captured text more than once: ${named.join(', ')}${more}; a prefix or suffix says which place is meant`,
  );
}

/** The evidence that the file itself has, with its captured text. */
export async function ownEvidence(
  { db }: Loading,
  { importId, evidence }: BundleFacts,
  ids: readonly string[],
): Promise<Map<string, Evidence>> {
  const keys = [...new Set(ids)].filter((id) => evidence.has(id));
  const own = new Map<string, Evidence>();
  for (const [id, body] of await importBodies(db, importId, { kind: 'evidence', keys })) {
    const record = JSON.parse(body) as EvidenceRecord;
    own.set(id, { capture: record.capture, observedAt: countsFrom(record) });
  }
  return own;
}

/** Evidence by its source's id; that of the file without its captured text. */
async function evidenceOf(
  { db, collection }: Loading,
  facts: BundleFacts,
  ids: readonly string[],
): Promise<Map<string, Evidence>> {
  const found = new Map<string, Evidence>();
  const elsewhere = new Map<string, string>();
  for (const id of ids) {
    const own = facts.evidence.get(id);
    if (own === undefined) elsewhere.set(derivedId('evidence', id), id);
    else found.set(id, { capture: '', observedAt: own.observedAt });
  }
  for (const row of await releasedEvidence(db, collection, [...elsewhere.keys()])) {
    found.set(elsewhere.get(row.evidence_id) ?? '', { capture: row.capture, observedAt: row.observed_at });
  }
  // What is staged will replace what is released.
  for (const [id, body] of await stagedBodies(db, { collection, kind: 'evidence', keys: [...elsewhere.values()] })) {
    const record = JSON.parse(body) as EvidenceRecord;
    found.set(id, { capture: record.capture, observedAt: countsFrom(record) });
  }
  return found;
}

/** Evidence that was observed after a revision cannot be what the revision rests on: readers between the two would find nothing. */
async function checkTimes(loading: Loading, facts: BundleFacts, faults: Faults): Promise<void> {
  const citing = facts.references.filter(
    (r): r is Reference & { citedAt: string } => 'citedAt' in r && r.citedAt !== undefined,
  );
  const own = ownRevisionTimes(facts);
  for (const chunk of inChunks(citing)) {
    const cited = await citationTimes(
      loading,
      facts,
      chunk.map((reference) => reference.key),
    );
    const revisions = await revisionTimes(
      loading,
      chunk.map((r) => r.citedAt).filter((key) => !own.has(key)),
    );
    for (const { line, field, key, citedAt } of chunk) {
      const observed = own.get(citedAt) ?? revisions.get(citedAt);
      const evidence = cited.get(key);
      if (observed === undefined || evidence === undefined || evidence <= observed) continue;
      const what = `its evidence was observed at ${evidence}, after the revision (${observed})`;
      faults.add({ line, field }, what, 'cite earlier evidence, or state this in a later revision');
    }
  }
}

function ownRevisionTimes(facts: BundleFacts): Map<string, string> {
  return new Map(facts.revisions.map(({ record }) => [`${record.belief_id} ${record.revision}`, countsFrom(record)]));
}

/** Targets of the file, and staged targets of the revisions that the file replaces: a target is stated before it is observed. */
async function checkTargets(loading: Loading, facts: BundleFacts, faults: Faults): Promise<void> {
  const own = ownRevisionTimes(facts);
  for (const chunk of inChunks(facts.targets)) {
    const keys = chunk.map(({ record }) => `${record.belief_id} ${record.revision}`);
    const times = await revisionTimes(
      loading,
      [...new Set(keys)].filter((key) => !own.has(key)),
    );
    for (const [at, { line, record }] of chunk.entries()) {
      const revisionAt = own.get(keys[at] ?? '') ?? times.get(keys[at] ?? '');
      if (revisionAt === undefined) continue;
      for (const { field, what, fix } of targetDateFaults(record, revisionAt)) faults.add({ line, field }, what, fix);
    }
  }
  const replaced = facts.revisions.filter(({ record }) => facts.replaced.has(`revision ${recordKey(record)}`));
  for (const chunk of inChunks(replaced)) {
    const revisions = new Map(chunk.map((revision) => [recordKey(revision.record), revision]));
    for (const body of await stagedTargets(loading.db, loading.collection, [...revisions.keys()])) {
      const target = JSON.parse(body) as TargetRecord;
      const revision = revisions.get(`${target.belief_id} ${target.revision}`);
      if (revision === undefined || facts.defined.has(`target ${recordKey(target)}`)) continue;
      for (const { what, fix } of targetDateFaults(target, countsFrom(revision.record)))
        faults.add(
          { line: revision.line, field: 'observed_at' },
          `the target ${target.target_id}, which is staged: ${what}`,
          fix,
        );
    }
  }
}

export async function citationTimes(
  loading: Loading,
  facts: BundleFacts,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { db, collection } = loading;
  const times = new Map<string, string>();
  const outside = [...new Set(ids)].filter((id) => !facts.citations.has(id));
  const released = await releasedCitationTimes(
    db,
    collection,
    outside.map((id) => derivedId('citation', id)),
  );
  for (const id of outside) times.set(id, released.get(derivedId('citation', id)) ?? '');
  const staged = await stagedBodies(db, { collection, kind: 'citation', keys: outside });
  const records = [...staged.values()].map((body) => JSON.parse(body) as CitationRecord);
  const own = [...new Set(ids)].flatMap((id) => facts.citations.get(id)?.record ?? []);
  const evidence = await evidenceOf(
    loading,
    facts,
    [...own, ...records].map((record) => record.evidence_id),
  );
  for (const record of [...records, ...own])
    times.set(record.citation_id, evidence.get(record.evidence_id)?.observedAt ?? '');
  return times;
}

export async function revisionTimes(
  { db, collection }: Loading,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  if (keys.length === 0) return times;
  const beliefs = [...new Set(keys.map((key) => key.split(' ')[0] ?? ''))];
  const released = await revisionFacts(
    db,
    collection,
    beliefs.map((id) => derivedId('belief', id)),
  );
  for (const belief of beliefs) {
    for (const fact of released.get(derivedId('belief', belief)) ?? [])
      times.set(`${belief} ${fact.revision}`, fact.observed_at);
  }
  for (const [key, body] of await stagedBodies(db, { collection, kind: 'revision', keys })) {
    times.set(key, countsFrom(JSON.parse(body) as RevisionRecord));
  }
  return times;
}

function* inChunks<T>(items: readonly T[], rows = chunkRows): Generator<T[]> {
  for (let start = 0; start < items.length; start += rows) yield items.slice(start, start + rows);
}
