// What a statement has to agree with in the store: the ids it would take, the listing its ticker means, the statement it corrects.
import { entityIdForTicker } from '../store/ids.ts';
import { releasedStatements } from '../store/publish-corrections.ts';
import { entitiesById, listingsByTicker } from '../store/publish-lookups.ts';
import { knownKey, knownRecords } from '../store/staging.ts';
import type { Faults } from './faults.ts';
import type { Loading } from './loading.ts';
import type { ParsedRecord } from './parse-record.ts';
import type { StatementRecord } from './records.ts';

type ParsedStatement = { line: number; record: StatementRecord };

/** Record types whose public ids come from the same record ids as a statement's. */
const namesakes = ['evidence', 'citation', 'belief'] as const;

export class StatementChecks {
  readonly #loading: Loading;
  readonly #faults: Faults;
  readonly #checkedTickers = new Set<string>();

  constructor(loading: Loading, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
  }

  async check(chunk: readonly ParsedRecord[], corrections: readonly ParsedRecord[]): Promise<void> {
    const statements = statementsOf(chunk);
    await this.#tickers(statements);
    await this.#takenIds(chunk);
    for (const correction of statementsOf(corrections)) await this.#correction(correction);
  }

  /** A ticker whose first listing goes by another ticker now has to be said more exactly. */
  async #tickers(statements: readonly ParsedStatement[]): Promise<void> {
    const { db, collection } = this.#loading;
    const fresh = new Map<string, number>();
    for (const { line, record } of statements) {
      const { ticker } = record.security;
      if (!this.#checkedTickers.has(ticker) && !fresh.has(ticker)) fresh.set(ticker, line);
    }
    const listed = new Set(
      (await listingsByTicker(db, collection, [...fresh.keys()])).map((entity) => entity.ticker_folded),
    );
    const unlisted = [...fresh.keys()].filter((ticker) => !listed.has(ticker));
    const taken = new Map(
      (await entitiesById(db, collection, unlisted.map(entityIdForTicker))).map((e) => [e.entity_id, e.ticker]),
    );
    for (const [ticker, line] of fresh) {
      this.#checkedTickers.add(ticker);
      const now = listed.has(ticker) ? undefined : taken.get(entityIdForTicker(ticker));
      if (now === undefined) continue;
      const fix = `write ${now ?? 'its new ticker'}, or load an entity record that gives ${ticker} an entity_id of its own`;
      this.#faults.add(
        { line, field: 'security.ticker' },
        `the listing that was ${ticker} is ${now ?? 'no listing'} now`,
        fix,
      );
    }
  }

  async #takenIds(chunk: readonly ParsedRecord[]): Promise<void> {
    const asked = chunk.flatMap((record) => {
      if (record.type === 'statement') return namesakes.map((kind) => ({ kind, key: record.key, line: record.line }));
      const isNamesake = namesakes.some((kind) => kind === record.type);
      return isNamesake ? [{ kind: 'statement', key: record.key, line: record.line }] : [];
    });
    const known = await knownRecords(this.#loading.db, this.#loading.collection, asked);
    for (const { kind, key, line } of asked) {
      if (known.has(knownKey(kind, key)))
        this.#faults.add({ line }, `its id is already that of another record (${kind})`, 'give it another id');
    }
  }

  /** Text, link, title and names of a statement can be corrected; who said it, of what, when and which way cannot. */
  async #correction({ line, record }: ParsedStatement): Promise<void> {
    const { db, collection } = this.#loading;
    const before = await releasedStatements(db, collection, {
      personId: record.person.id,
      observedAt: record.observed_at,
      recordKey: record.record_id,
    });
    const fix = 'withdraw the belief and load the statement under a new record_id';
    if (before.length === 0) {
      this.#faults.add(
        { line, field: 'person.id, observed_at' },
        'a correction cannot change who made a statement or when',
        fix,
      );
    } else if (before.every((each) => each.ticker !== record.security.ticker)) {
      this.#faults.add({ line, field: 'security.ticker' }, 'a correction cannot change what a statement is about', fix);
    } else if (before.every((each) => each.stated_direction !== record.direction)) {
      this.#faults.add({ line, field: 'direction' }, 'a correction cannot change the direction of a statement', fix);
    }
  }
}

function statementsOf(records: readonly ParsedRecord[]): ParsedStatement[] {
  return records.flatMap(({ line, record }) => (record.type === 'statement' ? [{ line, record }] : []));
}
