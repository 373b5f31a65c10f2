// Takes imports back before their release, and judges the later ones that may rest on them again.
import type { Collection, Pool, Trx } from '../../store/engine/db.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import {
  discardScope,
  dropJudged,
  importedRecords,
  laterOn,
  takingBack,
  unstageImport,
  type DiscardScope,
} from '../../store/staged/discard-imports.ts';
import { importSlices, stageSlice } from '../../store/staged/import-rows.ts';
import { sweepImports } from '../../store/staged/price-imports.ts';
import { restateReasonOf } from '../../store/staged/import-restated.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { stagedImports, type StagedImport } from '../../store/staged/staged-imports.ts';
import { withStaging } from '../../store/staged/staging-lock.ts';
import { type Fault, Faults, RefusedInput } from '../files/faults.ts';
import { LoadCounter, type ImportOptions } from '../files/loading.ts';
import { parsedAs, RecordJudge } from '../judging/record-judge.ts';
import { RecordIntake } from '../records/record-intake.ts';

export type DiscardRequest = { collection: Collection; imports: readonly number[]; actor?: string };

export type DiscardReport = {
  collection: Collection;
  discarded: StagedImport[];
  /** Later imports that were judged again, by their numbers. */
  judged_again: number[];
  /** Of the set that stays. */
  digest: string;
};

/** Throws RefusedInput if an import is not staged, or if one that stays rests on one that goes; then nothing changes. */
export async function discardImports(db: Pool, request: DiscardRequest): Promise<DiscardReport> {
  const { collection, actor = OPERATOR } = request;
  const report = await withStaging(db, collection, async (trx) => {
    const staged = await stagedImports(trx, collection);
    const { going, later } = chosen(staged, request);
    const scopes = await refuseNeeded(trx, request, { staged, going, later });
    const judged = scopes.some(mayBeRestedOn) ? later.filter(({ kind }) => kind === 'records') : [];
    await takeOut(trx, collection, { going, judged });
    const digest = await stagedDigest(trx, collection);
    for (const { importId, kind, records, priceRows } of going) {
      const count = Object.values(records).reduce((sum, one) => sum + one, 0);
      const detail = { collection, kind, records: count, price_rows: priceRows };
      await recordEvent(trx, { action: 'import-discarded', actor, subject: String(importId), detail });
    }
    return { collection, discarded: going, judged_again: judged.map(({ importId }) => importId), digest };
  });
  await sweepImports(db);
  return report;
}

type Chosen = { going: StagedImport[]; later: StagedImport[] };

function chosen(staged: readonly StagedImport[], { collection, imports }: DiscardRequest): Chosen {
  const wanted = new Set(imports);
  const unknown = [...wanted].filter((id) => !staged.some(({ importId }) => importId === id));
  if (unknown.length > 0) {
    const others = staged.map(({ importId }) => importId).join(', ');
    const fix = others === '' ? 'nothing is staged' : `the staged imports are ${others}; admin staged lists them`;
    throw refusal(unknown.map((id) => ({ what: `no import ${id} is staged for ${collection}`, fix })));
  }
  const first = staged.findIndex(({ importId }) => wanted.has(importId));
  return {
    going: staged.filter(({ importId }) => wanted.has(importId)),
    later: staged.slice(first).filter(({ importId }) => !wanted.has(importId)),
  };
}

const refusal = (found: readonly Pick<Fault, 'what' | 'fix'>[]): RefusedInput =>
  new RefusedInput(
    found.map((one) => ({ file: 'discard', line: null, field: null, ...one })),
    found.length,
  );

/** Statements refer to nothing and nothing refers to them. Anything else may carry a later record, and a review a later review. */
const mayBeRestedOn = ({ isStatementsAlone, hasRecords }: DiscardScope): boolean => hasRecords && !isStatementsAlone;

const said = { replaced: 'replaces records', 'took back': 'takes back records', prices: 'continues prices' } as const;

/** Refuses what cannot be judged again, and names the imports that would have to go too. */
async function refuseNeeded(
  trx: Trx,
  { collection }: DiscardRequest,
  { staged, going, later }: Chosen & { staged: readonly StagedImport[] },
): Promise<DiscardScope[]> {
  const stays = new Map(later.map((one) => [one.importId, one]));
  const needed = new Map<number, string>();
  const scopes: DiscardScope[] = [];
  for (const { importId } of going) {
    const scope = await discardScope(trx, { importId, collection });
    scopes.push(scope);
    for (const { importId: id, what } of await laterOn(trx, { importId, collection }))
      if (stays.has(id)) needed.set(id, `${said[what]} of import ${importId}`);
    if (!scope.hasPriceContext) continue;
    for (const one of later.filter(({ kind, series }) => kind === 'prices' && series > 0))
      needed.set(one.importId, `was judged with listings, splits or sessions of import ${importId}`);
  }
  if (scopes.some(mayBeRestedOn))
    for (const { importId } of later.filter(({ kind }) => kind === 'records'))
      if (await takingBack(trx, { importId, collection })) needed.set(importId, 'takes back records of another import');
  if (needed.size === 0) return scopes;
  const all = staged
    .map(({ importId }) => importId)
    .filter((id) => needed.has(id) || going.some((g) => g.importId === id));
  const fix = `discard them together: admin discard ${all.join(' ')}`;
  throw refusal([...needed].map(([id, why]) => ({ what: `import ${id} (${stays.get(id)?.origin}) ${why}`, fix })));
}

async function takeOut(
  trx: Trx,
  collection: Collection,
  { going, judged }: { going: readonly StagedImport[]; judged: readonly StagedImport[] },
): Promise<void> {
  const again: { one: StagedImport; judge: RecordJudge; faults: Faults }[] = [];
  for (const one of judged) again.push(await prepared(trx, collection, one));
  // The newest first: what one replaced is then staged again by the one before it.
  const leaving = [...going, ...judged].sort(newestFirst);
  for (const { importId } of leaving) await unstageImport(trx, { importId, collection });
  const faults: Fault[] = [];
  for (const { one, judge, faults: own } of again) {
    const of = { importId: one.importId, collection };
    await judge.judge();
    faults.push(...faultsOf(own));
    for await (const slice of importSlices(trx, of)) await stageSlice(trx, slice, one.origin);
    await dropJudged(trx, of);
  }
  if (faults.length === 0) return;
  const names = judged.map(({ importId }) => importId).join(' ');
  throw new RefusedInput(
    [
      ...faults,
      {
        file: 'discard',
        line: null,
        field: null,
        what: 'a later import rests on what would be discarded',
        fix: `discard it too, or all later ones: admin discard ${going.map(({ importId }) => importId).join(' ')} ${names}`,
      },
    ],
    faults.length + 1,
  );
}

const newestFirst = (a: StagedImport, b: StagedImport): number => {
  const [first, second] = [a.stagedAt ?? '', b.stagedAt ?? ''];
  return first === second ? b.importId - a.importId : first < second ? 1 : -1;
};

/** Puts the records of an import in its rows again, while they are still staged. */
async function prepared(
  trx: Trx,
  collection: Collection,
  one: StagedImport,
): Promise<{ one: StagedImport; judge: RecordJudge; faults: Faults }> {
  const { importId, origin } = one;
  const restate = await restateReasonOf(trx, importId);
  const loading: ImportOptions = { db: trx, collection, dryRun: false, ...(restate !== null && { restate }) };
  const faults = new Faults(origin);
  const counting = new LoadCounter();
  const intake = new RecordIntake({ loading, importId, faults, counting });
  for await (const rows of importedRecords(trx, { importId, collection }))
    for (const row of rows) await intake.take(parsedAs(row));
  await intake.finish();
  return { one, judge: new RecordJudge({ loading, importId, faults, counting, intake }), faults };
}

function faultsOf(faults: Faults): Fault[] {
  try {
    faults.throwIfAny();
    return [];
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return [...error.faults];
  }
}
