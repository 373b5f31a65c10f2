// A store with temporary files, and the steps of tests of loading.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection } from '../../store/engine/db.ts';
import type { Store } from '../../store/engine/engine.ts';
import { pricedTickers } from '../../store/known/listed-tickers.ts';
import { researchTables } from '../../store/published/collection-corpus.ts';
import { rowsOf } from '../../store/published/publish-rows.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { RefusedInput, faultLine } from '../files/faults.ts';
import { importPrices, type PriceOptions } from '../prices/import-prices.ts';
import { importRecords } from '../records/import-records.ts';
import type { ImportOptions } from '../files/loading.ts';
import { release } from '../release/release.ts';
import type { ReleaseReport } from '../release/release-report.ts';

export class LoadingBench {
  readonly store: Store;
  readonly folder: string;

  private constructor(store: Store, folder: string) {
    this.store = store;
    this.folder = folder;
  }

  static async open(store?: Store): Promise<LoadingBench> {
    return new LoadingBench(store ?? (await openTestStore()), await mkdtemp(join(tmpdir(), 'loading-')));
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.clean();
  }

  /** Leaves the store open. */
  async clean(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  loading(collection: Collection = 'live'): ImportOptions {
    return { db: this.store.db, collection, dryRun: false };
  }

  /** A load that states withdrawn records again. */
  restating(): ImportOptions {
    return { ...this.loading(), restate: 'withdrawn by mistake' };
  }

  async file(name: string, content: string | Buffer): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  async lines(name: string, records: readonly object[]): Promise<string> {
    return this.file(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }

  async bundle(...records: readonly object[]): Promise<Awaited<ReturnType<typeof importRecords>>> {
    return importRecords(this.loading(), await this.lines('bundle.ndjson', records), 'bundle');
  }

  async statements(...records: readonly object[]): Promise<Awaited<ReturnType<typeof importRecords>>> {
    return importRecords(this.loading(), await this.lines('statements.ndjson', records), 'statements');
  }

  async prices(
    name: string,
    content: string,
    options: PriceOptions = {},
  ): Promise<Awaited<ReturnType<typeof importPrices>>> {
    return importPrices(this.loading(), await this.file(name, content), options);
  }

  /** With all prices that are staged, whether their listings are loaded or not. */
  async release(effectiveAt?: string): Promise<ReleaseReport> {
    const newListings = await pricedTickers(this.store.db, 'live');
    return release(this.store.db, {
      collection: 'live',
      newListings,
      ...(effectiveAt !== undefined && { effectiveAt }),
    });
  }

  /** The faults of a refused load, without the folder they are in; an empty list when it was accepted. */
  async faults(load: () => Promise<unknown>): Promise<string[]> {
    try {
      await load();
      return [];
    } catch (error) {
      if (!(error instanceof RefusedInput)) throw error;
      return error.faults.map((fault) => faultLine(fault).replace(`${this.folder}/`, ''));
    }
  }

  /** How many rows each research table holds, of both collections: what a refused load must not change. */
  async counts(): Promise<{ [table: string]: number }> {
    const parts = researchTables.map((table) => `select '${table}' as name, count(*)::integer as count from ${table}`);
    const rows = await this.rows<{ name: string; count: number }>(parts.join(' union all '));
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  }

  async rows<T>(sql: string, bindings: readonly unknown[] = []): Promise<T[]> {
    return rowsOf<T>(this.store.db, sql, bindings);
  }
}

/** A statement of fictional people about a fictional listing; what matters to a test is given. */
export function statement(recordId: string, given: { [field: string]: unknown } = {}): { [field: string]: unknown } {
  return {
    record_id: recordId,
    dataset: 'test-letters',
    person: { id: 'p:ada', name: 'Ada Quill', handle: 'adaq', kind: 'pseudonym' },
    security: { ticker: 'ZQRX', name: 'Zeta Quarry', cik: null, sic: '1400', sic_title: 'MINING', gics_sector: null },
    direction: 'bullish',
    direction_basis: 'lexical_rule_v1',
    observed_at: '2020-03-02T15:00:00Z',
    statement: `What was said in ${recordId}.`,
    source_url: `https://letters.example/${recordId}`,
    source_url_kind: 'permalink_pattern',
    source_title: `Letter ${recordId}`,
    author_name: 'Ada Quill',
    pair_id: 'p:ada|ZQRX',
    pair_seq: 1,
    ...given,
  };
}
