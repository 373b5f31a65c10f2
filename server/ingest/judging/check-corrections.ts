// Whether what takes the place of loaded evidence, citations and revisions still carries what was loaded on them.
import { derivedId, type DerivedKind } from '../../store/engine/ids.ts';
import { partsCiting } from '../../store/published/rests-on.ts';
import { releasedCitationsInto, revisionsCiting, type CitationOfEvidence } from '../../store/staged/staging-lookups.ts';
import { stagedChunks } from '../../store/staged/staging.ts';
import type { BundleFacts } from './bundle-facts.ts';
import { citationTimes, ownEvidence, revisionTimes } from './check-citations.ts';
import { shown, type Faults } from '../files/faults.ts';
import type { Loading } from '../files/loading.ts';
import { countsFrom, recordKey } from '../records/record-keys.ts';
import { quoteFault } from '../files/quotes.ts';
import type { BundleRecord, CitationRecord } from '../records/records.ts';
import { referencesOf, type Reference } from './references.ts';

type Check = { loading: Loading; facts: BundleFacts; faults: Faults; late: Set<number> };

/** Corrections are few: for them, what is staged and cites is read once. */
export async function checkCorrections(loading: Loading, facts: BundleFacts, faults: Faults): Promise<void> {
  if (![...facts.replaced].some((name) => /^(evidence|citation|revision) /.test(name))) return;
  const check = { loading, facts, faults, late: new Set<number>() };
  const changed = await changedCitations(check);
  const staged = await checkStagedTimes(check, changed);
  await checkReleasedTimes(check, { changed, staged });
}

/** The citations whose evidence is another now, by their public ids: what changes it, and when that was observed. */
type Changed = Map<string, { line: number; field: string; observed: string }>;

async function changedCitations({ loading, facts, faults }: Check): Promise<Changed> {
  const changed: Changed = new Map();
  const replacedEvidence = [...facts.evidence].filter(([id]) => facts.replaced.has(`evidence ${id}`));
  const own = await ownEvidence(
    loading,
    facts,
    replacedEvidence.map(([id]) => id),
  );
  const corrected = new Map(
    replacedEvidence.map(([id, { line, observedAt }]) => {
      return [derivedId('evidence', id), { line, observedAt, capture: own.get(id)?.capture ?? '' }];
    }),
  );
  for (const { citation_id: id, evidence_id, locator } of await citationsInto({ loading, facts }, corrected)) {
    const evidence = corrected.get(evidence_id);
    if (evidence === undefined) continue;
    const { line, observedAt, capture } = evidence;
    changed.set(id, { line, field: 'observed_at', observed: observedAt });
    const what = locator.kind === 'text_quote' ? quotedFault(capture, locator) : null;
    if (what === null) continue;
    faults.add({ line, field: 'capture' }, what, 'keep the quote, or correct its citation in the same file');
  }
  const replaced = [...facts.citations.keys()].filter((id) => facts.replaced.has(`citation ${id}`));
  const times = await citationTimes(loading, facts, replaced);
  for (const [id, { line, record }] of facts.citations) {
    const evidence = corrected.get(derivedId('evidence', record.evidence_id));
    if (evidence === undefined && !facts.replaced.has(`citation ${id}`)) continue;
    const place = evidence ? { line: evidence.line, field: 'observed_at' } : { line, field: 'evidence_id' };
    changed.set(derivedId('citation', id), { ...place, observed: evidence?.observedAt ?? times.get(id) ?? '' });
  }
  return changed;
}

/** The citations into this evidence that the file leaves as they are: staged ones, and released ones that none is staged for. */
async function citationsInto(
  { loading, facts }: Pick<Check, 'loading' | 'facts'>,
  evidence: ReadonlyMap<string, unknown>,
): Promise<CitationOfEvidence[]> {
  const restated = new Set([...facts.citations.keys()].map((id) => derivedId('citation', id)));
  const staged: CitationOfEvidence[] = [];
  for await (const record of stagedOf(loading, 'citation')) {
    const { citation_id, evidence_id, locator } = record as CitationRecord;
    const id = derivedId('citation', citation_id);
    if (!restated.has(id)) staged.push({ citation_id: id, evidence_id: derivedId('evidence', evidence_id), locator });
    restated.add(id);
  }
  const released = await releasedCitationsInto(loading.db, loading.collection, [...evidence.keys()]);
  return [...staged, ...released.filter(({ citation_id: id }) => !restated.has(id))];
}

/** The fault of a loaded quote in the capture that takes the place of its own; null if it stands there. */
function quotedFault(
  capture: string,
  { exact = '', prefix = '', suffix = '' }: CitationOfEvidence['locator'],
): string | null {
  if (quoteFault(capture, { exact, prefix, suffix }, '') === null) return null;
  const isIn = capture.includes(`${prefix}${exact}${suffix}`);
  return `the quote ${shown(exact)}, which is loaded, ${isIn ? 'cuts a word or a character in it' : 'is not in it'}`;
}

const citing = ['revision', 'claim', 'condition', 'intent', 'target', 'note'] as const;

async function* stagedOf({ db, collection }: Loading, kind: string): AsyncGenerator<BundleRecord> {
  for (const corrections of [true, false]) {
    for await (const chunk of stagedChunks(db, { collection, kind, corrections }))
      for (const { body } of chunk) yield JSON.parse(body) as BundleRecord;
  }
}

type CitedBy = Reference & { citedAt: string };

/** Judges what is staged and not in the file, where the file changes what it cites or when it was told; its names. */
async function checkStagedTimes(check: Check, changed: Changed): Promise<Set<string>> {
  const { loading, facts } = check;
  const names = new Set<string>();
  const told = new Map(facts.revisions.map((r) => [`${r.record.belief_id} ${r.record.revision}`, r]));
  const isChanged = ({ key, citedAt }: CitedBy): boolean =>
    changed.has(derivedId('citation', key)) || facts.replaced.has(`revision ${citedAt}`);
  const asked: CitedBy[] = [];
  for (const kind of citing) {
    for await (const record of stagedOf(loading, kind)) {
      const key = recordKey(record);
      names.add(nameOf(kind, key));
      if (facts.defined.has(`${kind} ${key}`)) continue;
      for (const reference of referencesOf(record, 0)) {
        if (!('citedAt' in reference) || reference.citedAt === undefined) continue;
        const by = { ...reference, citedAt: reference.citedAt };
        if (isChanged(by)) asked.push(by);
      }
    }
  }
  const unchanged = asked.filter(({ key }) => !changed.has(derivedId('citation', key)));
  const times = await citationTimes(
    loading,
    facts,
    unchanged.map(({ key }) => key),
  );
  const revisions = await revisionTimes(
    loading,
    asked.map(({ citedAt }) => citedAt).filter((key) => !told.has(key)),
  );
  for (const { key, citedAt } of asked) {
    const revision = told.get(citedAt);
    const change = changed.get(derivedId('citation', key));
    const place = change ?? { line: revision?.line ?? 0, field: 'observed_at' };
    const observed = {
      of: change?.observed ?? times.get(key),
      at: (revision && countsFrom(revision.record)) ?? revisions.get(citedAt),
    };
    timeFault(place, observed, check);
  }
  return names;
}

type Loaded = { changed: Changed; staged: ReadonlySet<string> };

/** Judges what is released, but for what the file or staging replaces. */
async function checkReleasedTimes(check: Check, { changed, staged }: Loaded): Promise<void> {
  const { loading, facts } = check;
  const { db, collection } = loading;
  const restated = new Set(staged);
  for (const name of facts.defined) {
    const [kind = '', id = '', revision = ''] = name.split(' ');
    if (citing.some((each) => each === kind)) restated.add(nameOf(kind, `${id} ${revision}`));
  }
  const ids = [...changed.keys()];
  const revisions = (await revisionsCiting(db, collection, ids)).map((row) => ({
    name: `revision ${row.belief_id} ${row.revision}`,
    observedAt: row.observed_at,
    cited: [row.source_citation_id],
  }));
  const parts = (await partsCiting(db, { collection, span: 'open' }, ids)).map((row) => ({
    name: partName(row),
    observedAt: row.observed_at,
    cited: JSON.stringify(row.body).match(/(?<=")cit_[^"\\]*(?=")/g) ?? [],
  }));
  for (const { name, observedAt, cited } of [...revisions, ...parts]) {
    if (restated.has(name)) continue;
    for (const id of cited) {
      const change = changed.get(id);
      if (change !== undefined) timeFault(change, { of: change.observed, at: observedAt }, check);
    }
  }
}

/** What is loaded under this key, by its public id: an investment case is its revision's. */
function nameOf(kind: string, key: string): string {
  const [id = '', revision = ''] = key.split(' ');
  const named = kind === 'revision' || kind === 'intent' ? 'belief' : (kind as DerivedKind);
  return `${kind} ${derivedId(named, id)} ${revision}`;
}

function partName({
  kind,
  part_id: id,
  belief_id: belief,
  revision,
}: Awaited<ReturnType<typeof partsCiting>>[0]): string {
  if (kind === 'investment_case') return `revision ${belief} ${revision}`;
  return kind === 'intent' ? `intent ${belief} ${revision}` : `${kind} ${id} ${revision}`;
}

type Place = { line: number; field: string };

/** The first thing that could not stand is told for each line: it may carry many. */
function timeFault(
  { line, field }: Place,
  { of, at }: { of: string | undefined; at: string | undefined },
  { faults, late }: Check,
): void {
  if (of === undefined || at === undefined || of <= at || late.has(line)) return;
  late.add(line);
  const what = `evidence of ${of} would carry a revision of ${at}, which is loaded`;
  faults.add({ line, field }, what, 'keep the time, or correct what cites it in the same file');
}
