// A random history of a store: what was proven stays proven, and nothing is left of what was removed.
import { createHash } from 'node:crypto';
import { LoadingBench, statement } from '../../../server/ingest/testing/loading.ts';
import { loadLetters, take } from '../../../server/ingest/testing/withdrawal.ts';
import { removeLegally } from '../../../server/ingest/withdrawal/remove-legally.ts';
import { canonicalRow, type LogRow } from '../../../server/log/rows.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { databaseNow } from '../../../server/store/known/clock.ts';
import { signNewestHead } from '../../../server/store/log/checkpoints.ts';
import { newestHead, readEntries, rootOf as loggedRoot } from '../../../server/store/log/heads.ts';
import { setSigning } from '../../../server/store/log/keys.ts';
import { logRowOf, rowsOfKind, type LoggedRow } from '../../../server/store/log/logged-rows.ts';
import { raw } from '../../../server/store/engine/fragment.ts';
import { openRecordIds } from '../../../server/store/testing/contradictions.ts';
import { exportedLines, restoreLines } from '../../../server/store/testing/export.ts';
import { beginTestLog } from '../../../server/store/testing/log.ts';
import { rowsOf } from '../../../server/store/published/publish-rows.ts';
import type { Draw } from '../fuzz/draw.ts';
import { pathOf, rootFrom, rootOf } from './paths.ts';

type Engine = Store['engine'];
export type OpenStore = (engine: Engine) => Promise<Store>;

export type HistoryReport = { steps: string[]; proofs: number; removedTexts: number; faults: string[] };

/** A proof as a reader keeps it: an entry, its place, and the root that it led to. */
type KeptProof = { index: number; size: number; entry: Buffer; path: Buffer[]; root: Buffer };

const STEPS_MAX = 6;
const PROOFS_EACH = 3;

export async function runHistory(draw: Draw, open: OpenStore): Promise<HistoryReport> {
  const history = new History(draw, open);
  try {
    await history.begin(draw.once(2) ? 'embedded' : 'postgresql');
    for (let step = 3 + draw.below(STEPS_MAX - 2); step > 0; step -= 1) await history.step();
    await history.end();
    return history.report;
  } finally {
    await history.close();
  }
}

class History {
  readonly report: HistoryReport = { steps: [], proofs: 0, removedTexts: 0, faults: [] };
  readonly #draw: Draw;
  readonly #open: OpenStore;
  readonly #proofs: KeptProof[] = [];
  readonly #removed: string[] = [];
  #bench: LoadingBench | null = null;
  #statements = 0;

  constructor(draw: Draw, open: OpenStore) {
    this.#draw = draw;
    this.#open = open;
  }

  get #store(): Store {
    return this.#loading.store;
  }

  get #loading(): LoadingBench {
    if (this.#bench === null) throw new Error('the history has not begun');
    return this.#bench;
  }

  async begin(engine: Engine): Promise<void> {
    this.#bench = await LoadingBench.open(await this.#open(engine));
    await beginTestLog(this.#store);
    await loadLetters(this.#loading);
    await this.#keepProofs();
    this.report.steps.push(`begun on ${engine}`);
  }

  async close(): Promise<void> {
    await this.#bench?.close();
  }

  async step(): Promise<void> {
    const act = this.#draw.pick(['state', 'correct', 'withdraw', 'remove', 'remove', 'restore', 'move'] as const);
    const what = await this.#acts[act]();
    this.report.steps.push(`${act} ${what}`);
    await this.#checkProofs();
    await this.#keepProofs();
  }

  readonly #acts = {
    state: () => this.#load(`s:new-${(this.#statements += 1)}`, 'A further statement'),
    correct: () => this.#load('s:1', `Corrected ${(this.#statements += 1)} times`),
    withdraw: () => this.#withdraw(),
    remove: () => this.#remove(),
    restore: () => this.#restore(this.#store.engine),
    move: () => this.#restore(this.#store.engine === 'embedded' ? 'postgresql' : 'embedded'),
  };

  async #load(id: string, words: string): Promise<string> {
    const person = { id: 'p:cy', name: 'Cy Orm', handle: null };
    const said = { person, statement: `${words} in ${id}.`, observed_at: '2020-03-01T15:00:00Z' };
    const faults = await this.#loading.faults(() => this.#loading.statements(statement(id, said)));
    if (faults.length > 0) return `${id} was refused`;
    await this.#loading.release();
    return id;
  }

  async #pick(): Promise<string | null> {
    const ids = await openRecordIds(this.#store.db);
    return ids.length === 0 ? null : this.#draw.pick(ids);
  }

  async #withdraw(): Promise<string> {
    const id = await this.#pick();
    if (id !== null) await take(this.#loading, id);
    return String(id);
  }

  /** A capture and its title stand nowhere else: they are gone with the evidence, and so are hashes of its rows. */
  async #remove(): Promise<string> {
    const id = await this.#pick();
    if (id === null) return 'nothing';
    const before = await this.#evidence();
    await removeLegally(this.#store.db, { collection: 'live', id, reason: 'court order', dryRun: false });
    const after = await this.#evidence();
    for (const [evidence, texts] of before) {
      if (after.has(evidence)) continue;
      this.#removed.push(...texts);
      this.report.removedTexts += texts.length;
    }
    return id;
  }

  /** Of each piece of evidence: its captured text, and every hash without a salt that could give it away. */
  async #evidence(): Promise<Map<string, string[]>> {
    const { db } = this.#store;
    const texts = await rowsOf<{ evidence_id: string; capture: string }>(
      db,
      `select evidence_id, capture from evidence where collection = 'live'`,
    );
    const rows = await rowsOf<LoggedRow>(db, rowsOfKind('evidence', 'opened', raw('true')));
    const found = new Map(texts.map((row) => [row.evidence_id, [row.capture, ...hashesOf(row.capture)]]));
    for (const row of rows)
      found
        .get(String(row['evidence_id']))
        ?.push(...hashesOf(canonicalRow(logRowOf('evidence', 'opened', row) as LogRow)));
    return found;
  }

  async #restore(engine: Engine): Promise<string> {
    const other = await LoadingBench.open(await this.#open(engine));
    await restoreLines(other.store, await exportedLines(this.#store));
    await this.#loading.close();
    this.#bench = other;
    const now = await databaseNow(this.#store.db);
    await this.#store.db.transaction(async (trx) => {
      await setSigning(trx, true);
      await signNewestHead(trx, now);
    });
    return `on ${engine}`;
  }

  async #entries(size: number): Promise<Buffer[]> {
    return readEntries(this.#store.db, { start: 0, end: size });
  }

  async #keepProofs(): Promise<void> {
    const size = (await newestHead(this.#store.db))?.size ?? 0;
    const entries = await this.#entries(size);
    const root = rootOf(entries);
    for (let count = 0; count < PROOFS_EACH && size > 0; count += 1) {
      const index = this.#draw.below(size);
      const entry = entries[index] ?? Buffer.alloc(0);
      this.#proofs.push({ index, size, entry, path: pathOf(index, entries), root });
    }
  }

  async #checkProofs(): Promise<void> {
    const { db } = this.#store;
    const entries = await this.#entries((await newestHead(db))?.size ?? 0);
    for (const { index, size, entry, path, root } of this.#proofs) {
      const logged = await loggedRoot(db, size);
      const isProven = rootFrom(entry, { index, size }, path).equals(root);
      const isKept = entries[index]?.equals(entry) === true && logged?.equals(root) === true;
      if (!isProven || !isKept) this.#fault(`the proof of leaf ${index} in the tree of ${size} holds no more`);
      this.report.proofs += 1;
    }
  }

  /** The log follows from the rows, and nothing that the store would export holds what was removed. */
  async end(): Promise<void> {
    const { drifts } = await audit(this.#store.db);
    if (drifts.length > 0) this.#fault(`the audit finds ${JSON.stringify(drifts)}`);
    const everything = (await exportedLines(this.#store)).join('\n');
    for (const text of this.#removed) if (everything.includes(text)) this.#fault(`${text} was removed, and is there`);
  }

  #fault(what: string): void {
    this.report.faults.push(`${this.report.steps.join(', ')}: ${what}`);
  }
}

/** As a column of bytes or a text would show them. */
function hashesOf(text: string): string[] {
  const digest = createHash('sha256').update(text).digest();
  return [digest.toString('hex'), digest.toString('base64')];
}
