// What the records of a bundle file refer to, gathered in the first pass and judged at its end, in whatever order the file has them.
import type { BundleFacts } from './bundle-facts.ts';
import { refused, type Faults } from '../files/faults.ts';
import { checkCitations } from './check-citations.ts';
import { checkCorrections } from './check-corrections.ts';
import { checkCourses } from './check-courses.ts';
import { checkReferences } from './check-references.ts';
import type { Loading } from '../files/loading.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import { countsFrom } from '../records/record-keys.ts';
import { referencesOf } from './references.ts';
import type { BundleRecord } from '../records/records.ts';

/**
 * Judging references needs the ids of a whole file at once, so a bundle file is bounded. Files of
 * statements are not: a statement refers to nothing but itself. Larger bundles are split; references reach across files
 * that are staged already.
 */
const bundleRecordsMax = 250_000;

export class BundleGraph {
  readonly #loading: Loading;
  readonly #faults: Faults;
  readonly #facts: BundleFacts;

  constructor(loading: Loading, importId: number, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
    this.#facts = {
      importId,
      defined: new Set(),
      tickers: new Set(),
      references: [],
      evidence: new Map(),
      citations: new Map(),
      beliefs: new Map(),
      revisions: [],
      conditions: [],
      intents: [],
      targets: [],
      replaced: new Set(),
    };
  }

  /** A ticker that a statement of the file opens a listing of. */
  names(ticker: string): void {
    this.#facts.tickers.add(ticker);
  }

  take({ type, key, line, record }: ParsedRecord): void {
    this.#facts.defined.add(`${type} ${key}`);
    this.#facts.references.push(...referencesOf(record, line));
    this.#remember(line, record);
    if (this.#facts.defined.size > bundleRecordsMax)
      throw this.#tooLarge(line, `more than ${bundleRecordsMax} records`);
  }

  corrections(records: readonly ParsedRecord[]): void {
    for (const { record, line } of records) {
      if (record.type !== 'belief') continue;
      this.#faults.add(
        { line, field: 'corrects' },
        'whose view of what a belief is cannot be corrected',
        'withdraw it and load it under a new belief_id',
      );
    }
  }

  replaced({ type, key }: ParsedRecord): void {
    this.#facts.replaced.add(`${type} ${key}`);
  }

  async finish(): Promise<void> {
    await checkReferences(this.#loading, this.#facts, this.#faults);
    if (this.#faults.any) return;
    await checkCitations(this.#loading, this.#facts, this.#faults);
    await checkCorrections(this.#loading, this.#facts, this.#faults);
    await checkCourses(this.#loading, this.#facts, this.#faults);
  }

  #remember(line: number, record: BundleRecord): void {
    const facts = this.#facts;
    switch (record.type) {
      case 'entity':
        if (record.ticker !== undefined) facts.tickers.add(record.ticker);
        if (record.entity_id !== undefined) facts.defined.add(`entity ${record.entity_id}`);
        break;
      case 'evidence':
        facts.evidence.set(record.evidence_id, { line, observedAt: countsFrom(record) });
        break;
      case 'citation':
        facts.citations.set(record.citation_id, { line, record });
        break;
      case 'belief':
        facts.beliefs.set(record.belief_id, { line, record });
        break;
      case 'revision':
        facts.revisions.push({ line, record });
        break;
      case 'condition':
        facts.conditions.push({ line, record });
        break;
      case 'intent':
        facts.intents.push({ line, record });
        break;
      case 'target':
        facts.targets.push({ line, record });
        break;
      default:
    }
  }

  #tooLarge(line: number, what: string): Error {
    return refused(
      this.#faults.file,
      { line },
      `the bundle holds ${what}`,
      'split it into files that are loaded one after another',
    );
  }
}
