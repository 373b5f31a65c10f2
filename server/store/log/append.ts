// Appends the rows of releases to the log, in the transaction of the release and a chunk at a time.
import { randomBytes } from 'node:crypto';
import { leafHash, type RightEdge } from '../../log/merkle.ts';
import { SALT_BYTES, type LogRow, type Salts, entryOf } from '../../log/rows.ts';
import { databaseNow, lockHead } from '../known/clock.ts';
import type { Instant, Trx } from '../engine/db.ts';
import { raw, sql } from '../engine/fragment.ts';
import { rowsOf, run, unnest } from '../published/publish-rows.ts';
import { type LogHead, lastRowOf, loggedRelease, readEdge, releaseFacts } from './heads.ts';
import { type LoggedRow, type RowAct, logRowOf, loggedKinds, rowsOfKind, versionOf } from './logged-rows.ts';
import { signNewestHead } from './checkpoints.ts';

export const randomSalts: Salts = (count) => randomBytes(count * SALT_BYTES);

export type LogLeaf = { row: LogRow; rowKey: string };

/** Leaves of a transaction on their way into the log. */
export class LogWriter {
  readonly #trx: Trx;
  readonly #edge: RightEdge;
  readonly #salts: Salts;
  #rowLeaves = 0;
  #written: Promise<void> = Promise.resolve();

  constructor(trx: Trx, edge: RightEdge, salts: Salts) {
    this.#trx = trx;
    this.#edge = edge;
    this.#salts = salts;
  }

  /** Returns when the leaves are hashed; the database writes them while the next ones are. */
  async add(leaves: readonly LogLeaf[]): Promise<void> {
    this.#rowLeaves += leaves.length;
    const runs = runsOf(leaves).map((run) => this.#hashed(run));
    await this.#written;
    this.#written = this.#writeRuns(runs);
    // A failure arrives at the next wait.
    this.#written.catch(() => undefined);
  }

  /** Adds the leaf of a release or a legal removal, and the head after it. */
  async end(head: Omit<LogHead, 'root' | 'size' | 'row_leaves'>): Promise<void> {
    const facts = await releaseFacts(this.#trx, head.release);
    if (facts === null) throw new Error(`the store has no release ${head.release}`);
    const whole = { ...head, row_leaves: this.#rowLeaves };
    await this.add([{ row: lastRowOf(whole, facts), rowKey: JSON.stringify([this.#edge.size]) }]);
    this.#rowLeaves = 0;
    await this.#written;
    await this.#writeNodes();
    const { release, act, appended_at: at, row_leaves: rowLeaves, destroyed } = whole;
    await rowsOf(
      this.#trx,
      sql`insert into log_head (size, release, act, root, appended_at, row_leaves, destroyed)
          values (${this.#edge.size}, ${release}, ${act}, ${this.#edge.root()}, ${at}, ${rowLeaves}, ${destroyed})`,
    );
  }

  #hashed({ row: first, leaves }: LeafRun): HashedRun {
    const start = this.#edge.size;
    const salts = this.#salts(leaves.length);
    const entries = leaves.map(({ row }, at) => entryOf(salts.subarray(at * SALT_BYTES, (at + 1) * SALT_BYTES), row));
    for (const entry of entries) this.#edge.append(leafHash(entry));
    return { first, start, salts, entries: Buffer.concat(entries), rowKeys: leaves.map(({ rowKey }) => rowKey) };
  }

  async #writeRuns(runs: readonly HashedRun[]): Promise<void> {
    for (const one of runs) await this.#writeRun(one);
  }

  async #writeRun({ first: { release, kind, act }, start, salts, entries, rowKeys }: HashedRun): Promise<void> {
    // Entries and salts travel as one value each: arrays of bytes would be escaped one by one.
    await run(
      this.#trx,
      `insert into log_leaf (leaf_index, entry, release, kind, act, row_key, salt)
       select ?::bigint + r.at - 1, substring(b.entries from (r.at::integer - 1) * 32 + 1 for 32), ?::integer, ?, ?,
              r.row_key, substring(b.salts from (r.at::integer - 1) * 32 + 1 for 32)
         from unnest(?::text[]) with ordinality as r(row_key, at)
        cross join (select ?::bytea as entries, ?::bytea as salts) b`,
      [start, release, kind, act, rowKeys, entries, salts],
    );
  }

  async #writeNodes(): Promise<void> {
    const nodes = this.#edge.takeNodes();
    if (nodes.length === 0) return;
    const rows = unnest(
      'level integer, place bigint, hash bytea',
      nodes.map(({ level, place, hash }) => [level, place, hash]),
    );
    await run(
      this.#trx,
      `insert into log_node (level, place, hash) select level, place, hash from ${rows.sql}`,
      rows.bindings,
    );
  }
}

/** Neighbours of one kind, act and release, which one statement writes. */
type LeafRun = { row: LogRow; leaves: LogLeaf[] };

type HashedRun = { first: LogRow; start: number; salts: Buffer; entries: Buffer; rowKeys: string[] };

function runsOf(leaves: readonly LogLeaf[]): LeafRun[] {
  const runs: LeafRun[] = [];
  for (const leaf of leaves) {
    const last = runs.at(-1);
    const { kind, act, release } = leaf.row;
    if (last?.row.kind === kind && last.row.act === act && last.row.release === release) last.leaves.push(leaf);
    else runs.push({ row: leaf.row, leaves: [leaf] });
  }
  return runs;
}

/** Leaves that are hashed without a break, and the break between them. */
export type Chunks = { rows: number; pause: () => Promise<void> };

const unpaused: Chunks = { rows: 2_000, pause: () => Promise.resolve() };

/**
 * Appends every live release that the log does not have yet: the one that this transaction has made, and those from
 * before there was a log. The caller holds the lock of the head row.
 */
export async function appendReleases(
  trx: Trx,
  { salts = randomSalts, chunks = unpaused }: { salts?: Salts | undefined; chunks?: Chunks } = {},
): Promise<void> {
  const { version } = await lockHead(trx, 'live');
  const logged = await loggedRelease(trx);
  if (logged >= version) return;
  const writer = new LogWriter(trx, await readEdge(trx), salts);
  const at = await databaseNow(trx);
  for (let release = logged + 1; release <= version; release++)
    await appendRelease(trx, writer, { release, at, chunks });
  await signNewestHead(trx, at);
}

async function appendRelease(
  trx: Trx,
  writer: LogWriter,
  { release, at, chunks }: { release: number; at: Instant; chunks: Chunks },
): Promise<void> {
  for (const kind of loggedKinds)
    for (const act of ['opened', 'closed'] as const) await appendRows(trx, writer, { kind, act, release, chunks });
  await writer.end({ release, act: 'released', appended_at: at, destroyed: 0 });
}

type RowsOfRelease = { kind: string; act: RowAct; release: number; chunks: Chunks };

async function appendRows(trx: Trx, writer: LogWriter, { kind, act, release, chunks }: RowsOfRelease): Promise<void> {
  const rows = rowsOfKind(kind, act, sql`${versionOf(act)} = ${raw(String(release))}`);
  for await (const chunk of chunksOf<LoggedRow>(trx, sql`${rows} order by 1`, chunks.rows)) {
    await writer.add(chunk.map((row) => ({ row: logRowOf(kind, act, row), rowKey: row.row_key })));
    await chunks.pause();
  }
}

/** The rows of a statement, a chunk at a time; the database reads a chunk while the one before it is used. */
export async function* chunksOf<Row>(
  trx: Trx,
  { sql: text, bindings }: ReturnType<typeof sql>,
  chunkRows = unpaused.rows,
): AsyncGenerator<Row[]> {
  await rowsOf(trx, `declare logged_rows no scroll cursor for ${text}`, bindings);
  try {
    const fetched = (): Promise<Row[]> => rowsOf<Row>(trx, `fetch forward ${chunkRows} from logged_rows`);
    for (let rows = await fetched(); rows.length > 0;) {
      const following = rows.length < chunkRows ? Promise.resolve([]) : fetched();
      // Its failure arrives at its wait, unless the reader has failed before.
      following.catch(() => undefined);
      yield rows;
      rows = await following;
    }
  } finally {
    // A transaction that failed has closed it.
    await rowsOf(trx, 'close logged_rows').catch(() => undefined);
  }
}
