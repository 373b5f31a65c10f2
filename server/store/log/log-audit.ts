// Audit of the log: every leaf, hash, head and signature recomputed from the rows of the store.
import { RightEdge, leafHash, type TreeNode } from '../../log/merkle.ts';
import { ALGORITHM, isSignedBy, parseCheckpoint } from '../../log/note.ts';
import { type LogRow, entryOf } from '../../log/rows.ts';
import type { Trx } from '../engine/db.ts';
import { raw, sql } from '../engine/fragment.ts';
import type { Drift } from '../keeping/audit.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { chunksOf } from './append.ts';
import { lastRowOf, loggedRelease, type LogHead, releaseFacts } from './heads.ts';
import { logKeys } from './keys.ts';
import { type LoggedRow, logRowOf, loggedKinds, type RowAct, rowsOfKind, versionOf } from './logged-rows.ts';
import { readCheckpoint } from './checkpoints.ts';

const FAULTS_MAX = 50;

/** The disagreements in the order of the log, the first that differs first. */
export async function logFaults(trx: Trx): Promise<Drift[]> {
  const release = await loggedRelease(trx);
  const heads = await rowsOf<LogHead>(trx, 'select * from log_head order by size');
  const rows = [];
  for (const kind of loggedKinds)
    for (const act of ['opened', 'closed'] as const) rows.push(...(await rowFaults(trx, { kind, act, release })));
  const found = [...rows, ...(await endFaults(trx, heads)), ...(await strayLeaves(trx))];
  const inOrder = found.toSorted((one, other) => one.index - other.index).slice(0, FAULTS_MAX);
  return [
    ...inOrder.map(({ drift }) => drift),
    ...(await treeFaults(trx, heads)),
    ...(await checkpointFaults(trx, heads)),
  ];
}

type LeafFault = { index: number; drift: Drift };

const fault = (
  index: number | null,
  what: string,
  { expected, found }: Pick<Drift, 'expected' | 'found'>,
): LeafFault => ({
  index: index ?? Number.MAX_SAFE_INTEGER,
  drift: { subject: index === null ? 'the log' : `leaf ${index} of the log`, what, expected, found },
});

type LeafColumns = { leaf_index: number | null; entry: Buffer | null; salt: Buffer | null };

/** Rows that the log lacks, or has otherwise. */
async function rowFaults(
  trx: Trx,
  { kind, act, release }: { kind: string; act: RowAct; release: number },
): Promise<LeafFault[]> {
  const faults: LeafFault[] = [];
  const rows = rowsOfKind(kind, act, sql`${versionOf(act)} <= ${raw(String(release))}`);
  const joined = sql`select r.*, l.leaf_index, l.entry, l.salt from (${rows}) r
    left join log_leaf l on l.kind = ${raw(`'${kind}'`)} and l.act = ${raw(`'${act}'`)} and l.row_key = r.row_key and l.release = r.release`;
  for await (const chunk of chunksOf<LoggedRow & LeafColumns>(trx, joined)) {
    for (const { leaf_index: index, entry, salt, ...row } of chunk) {
      const name = `${kind} ${row.row_key}, ${act} by release ${row.release}`;
      if (index === null || entry === null || salt === null)
        faults.push(fault(null, name, { expected: 'a leaf', found: 'a row that the log lacks' }));
      else {
        const drift = entryDrift({ entry, salt }, logRowOf(kind, act, row as LoggedRow));
        if (drift !== null) faults.push(fault(index, name, drift));
      }
      if (faults.length >= FAULTS_MAX) break;
    }
  }
  return faults;
}

function entryDrift(
  { entry, salt }: { entry: Buffer; salt: Buffer },
  row: LogRow,
): Pick<Drift, 'expected' | 'found'> | null {
  const computed = entryOf(salt, row);
  return computed.equals(entry)
    ? null
    : { expected: entry.toString('hex'), found: `a row with ${computed.toString('hex')}` };
}

/** Leaves of releases and removals. */
async function endFaults(trx: Trx, heads: readonly LogHead[]): Promise<LeafFault[]> {
  const faults: LeafFault[] = [];
  const leaves = await rowsOf<{ leaf_index: number; entry: Buffer; salt: Buffer }>(
    trx,
    `select leaf_index, entry, salt from log_leaf where act in ('released', 'removed')`,
  );
  const byIndex = new Map(leaves.map((leaf) => [leaf.leaf_index, leaf]));
  for (const head of heads) {
    const index = head.size - 1;
    const facts = await releaseFacts(trx, head.release);
    const leaf = byIndex.get(index);
    const name = `the end of release ${head.release}`;
    if (facts === null) faults.push(fault(index, name, { expected: 'a release', found: 'none in the store' }));
    else if (leaf === undefined) faults.push(fault(index, name, { expected: 'a leaf', found: 'none' }));
    else {
      const drift = entryDrift(leaf, lastRowOf(head, facts));
      if (drift !== null) faults.push(fault(index, name, drift));
    }
  }
  const released = heads.filter(({ act }) => act === 'released').map(({ release }) => release);
  const gap = released.findIndex((release, at) => release !== at + 1);
  if (gap !== -1)
    faults.push(
      fault(null, 'releases in the log', { expected: `release ${gap + 1}`, found: `release ${released[gap]}` }),
    );
  return faults;
}

/** Leaves whose row is gone although no legal removal destroyed their openings. */
async function strayLeaves(trx: Trx): Promise<LeafFault[]> {
  const faults: LeafFault[] = [];
  for (const kind of loggedKinds) {
    for (const act of ['opened', 'closed'] as const) {
      const rows = rowsOfKind(kind, act, raw('true'));
      const stray = await rowsOf<{ leaf_index: number; row_key: string; release: number }>(
        trx,
        sql`select l.leaf_index, l.row_key, l.release from log_leaf l
              left join (${rows}) r on r.row_key = l.row_key and r.release = l.release
             where l.kind = ${kind} and l.act = ${act} and r.row_key is null order by 1 limit ${FAULTS_MAX}`,
      );
      for (const { leaf_index: index, row_key: key, release } of stray)
        faults.push(
          fault(index, `${kind} ${key}, ${act} by release ${release}`, {
            expected: 'a row',
            found: 'none in the store',
          }),
        );
    }
  }
  const [openings] = await rowsOf<{ lost: number; destroyed: number }>(
    trx,
    `select (select count(*) from log_leaf where salt is null) as lost,
            (select coalesce(sum(destroyed), 0)::bigint from log_head) as destroyed`,
  );
  const { lost, destroyed } = openings ?? { lost: 0, destroyed: 0 };
  if (lost !== destroyed)
    faults.push(
      fault(null, 'openings destroyed by legal removals', { expected: String(destroyed), found: String(lost) }),
    );
  return faults;
}

const placed = ({ level, place }: TreeNode): string => `${level} ${place}`;

/** Roots and stored hashes, from the entries alone. */
async function treeFaults(trx: Trx, heads: readonly LogHead[]): Promise<Drift[]> {
  const edge = new RightEdge();
  const roots = new Map(heads.map(({ size, root }) => [size, root]));
  const stored = await rowsOf<TreeNode>(trx, 'select level, place, hash from log_node');
  const nodes = new Map(stored.map((node) => [placed(node), node.hash]));
  const drifts: Drift[] = [];
  const entries = raw('select leaf_index, entry from log_leaf order by leaf_index');
  for await (const chunk of chunksOf<{ leaf_index: number; entry: Buffer }>(trx, entries)) {
    for (const { leaf_index: index, entry } of chunk) {
      if (index !== edge.size) return [...drifts, drift('the log', 'its next leaf', String(edge.size), String(index))];
      edge.append(leafHash(entry));
      const root = roots.get(edge.size);
      const computed = root === undefined ? null : edge.root();
      if (root !== undefined && computed !== null && !computed.equals(root))
        drifts.push(
          drift(`the log of ${edge.size} leaves`, 'its root', root.toString('base64'), computed.toString('base64')),
        );
      for (const node of edge.takeNodes()) {
        if (nodes.get(placed(node))?.equals(node.hash) !== true)
          drifts.push(
            drift(`the hash ${placed(node)} of the log`, 'a full tile', node.hash.toString('hex'), 'another'),
          );
        nodes.delete(placed(node));
      }
      if (drifts.length > FAULTS_MAX) return drifts;
    }
  }
  const size = heads.at(-1)?.size ?? 0;
  if (size !== edge.size) drifts.push(drift('the log', 'its leaves', String(size), String(edge.size)));
  for (const [name] of nodes) drifts.push(drift(`the hash ${name} of the log`, 'a full tile', 'none', 'a hash'));
  return drifts;
}

const drift = (subject: string, what: string, expected: string, found: string): Drift => ({
  subject,
  what,
  expected,
  found,
});

/** Checkpoints of the present origin that are not over a head, or that no key of the log has signed. */
async function checkpointFaults(trx: Trx, heads: readonly LogHead[]): Promise<Drift[]> {
  const roots = new Map(heads.map(({ size, root }) => [size, root]));
  const checkpoints = await rowsOf<{ origin: string; size: number; body: string }>(
    trx,
    `select c.origin, c.size, c.body from log_checkpoint c join log_identity i on i.origin = c.origin order by c.size`,
  );
  const [origin] = checkpoints.map((one) => one.origin);
  const keys = origin === undefined ? [] : await logKeys(trx, origin);
  const drifts: Drift[] = [];
  for (const { size } of checkpoints) {
    const note = parseCheckpoint((await readCheckpoint(trx, size))?.note ?? '');
    const root = roots.get(size);
    const subject = `the checkpoint of ${size} leaves`;
    if (note === null || root === undefined || note.size !== size || !note.root.equals(root))
      drifts.push(
        drift(
          subject,
          'its root',
          root?.toString('base64') ?? 'a head of the log',
          note?.root.toString('base64') ?? 'none',
        ),
      );
    else {
      const verifiers = keys.map(({ origin: name, public_key: publicKey }) => ({
        name,
        algorithm: ALGORITHM.ed25519,
        publicKey,
      }));
      const isSigned = note.lines.some((line) => verifiers.some((verifier) => isSignedBy(note.text, line, verifier)));
      if (!isSigned) drifts.push(drift(subject, 'its signature', 'one by a key of the log', 'none that is right'));
    }
  }
  return drifts;
}
