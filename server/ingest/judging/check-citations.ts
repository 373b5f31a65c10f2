// Judgement of the citations of an import: quotes stand in the captured text, and evidence is observed before what it carries.
import {
  hasCorrections,
  lateStanding,
  standingQuotes,
  type StandingQuote,
} from '../../store/staged/import-corrections.ts';
import { datedTargets, lateCitations, quotedCitations } from '../../store/staged/import-references.ts';
import { type ImportOf, importSlices, type Slice } from '../../store/staged/import-rows.ts';
import type { Db } from '../../store/engine/db.ts';
import { targetDateFaults } from '../records/date-order.ts';
import { shown, type Faults } from '../files/faults.ts';
import { isAmbiguous, quoteFault } from '../files/quotes.ts';
import type { CitationRecord, TargetRecord } from '../records/records.ts';

const namedMax = 5;
/** A line may have a captured text, which may have 200,000 characters. */
const quotedLines = 200;

export async function checkQuotes(db: Db, of: ImportOf, faults: Faults): Promise<void> {
  const ambiguous: string[] = [];
  let count = 0;
  for await (const slice of importSlices(db, of, quotedLines)) {
    for (const { line, body, capture } of await quotedCitations(db, slice)) {
      const { citation_id: id, evidence_id, locator } = JSON.parse(body) as CitationRecord;
      if (locator.kind !== 'text_quote') continue;
      const fault = quoteFault(capture, locator, evidence_id);
      if (fault !== null) faults.add({ line, field: fault.field }, fault.what, fault.fix);
      if (!isAmbiguous(capture, locator)) continue;
      count += 1;
      if (count <= namedMax) ambiguous.push(`${shown(id)} (line ${line})`);
    }
  }
  if (count === 0) return;
  const more = count > namedMax ? `, and ${count - namedMax} more` : '';
  const quotes = count === 1 ? '1 quote stands' : `${count} quotes stand`;
  faults.note(
    `${quotes} in the captured text more than once: ${ambiguous.join(', ')}${more}; a prefix or suffix says which place is meant`,
  );
}

/** Evidence of later than a revision carries nothing of it: readers between the two would find nothing. */
export async function checkTimes(db: Db, slice: Slice, faults: Faults): Promise<void> {
  for (const { line, field, evidence_at, revision_at } of await lateCitations(db, slice)) {
    const what = `its evidence was observed at ${evidence_at}, after the revision (${revision_at})`;
    faults.add({ line, field }, what, 'cite earlier evidence, or state this in a later revision');
  }
  for (const { line, body, revision_at, isStaged } of await datedTargets(db, slice)) {
    const target = JSON.parse(body) as TargetRecord;
    for (const { field, what, fix } of targetDateFaults(target, revision_at)) {
      if (!isStaged) faults.add({ line, field }, what, fix);
      else faults.add({ line, field: 'observed_at' }, `the target ${target.target_id}, which is staged: ${what}`, fix);
    }
  }
}

/** Refuses a correction that would break a loaded record which rests on it. */
export async function checkCorrections(db: Db, of: ImportOf, faults: Faults): Promise<void> {
  if (!(await hasCorrections(db, of))) return;
  for await (const slice of importSlices(db, of, quotedLines)) {
    for (const quote of await standingQuotes(db, slice)) {
      const what = standingFault(quote);
      if (what !== null)
        faults.add(
          { line: quote.line, field: 'capture' },
          what,
          'keep the quote, or correct its citation in the same file',
        );
    }
  }
  for (const { line, field, evidence_at, revision_at } of await lateStanding(db, of)) {
    const what = `evidence of ${evidence_at} would carry a revision of ${revision_at}, which is loaded`;
    faults.add({ line, field }, what, 'keep the time, or correct what cites it in the same file');
  }
}

function standingFault({ capture, locator }: StandingQuote): string | null {
  const { exact, prefix = '', suffix = '' } = locator;
  if (quoteFault(capture, { exact, prefix, suffix }, '') === null) return null;
  const isIn = capture.includes(`${prefix}${exact}${suffix}`);
  return `the quote ${shown(exact)}, which is loaded, ${isIn ? 'cuts a word or a character in it' : 'is not in it'}`;
}
