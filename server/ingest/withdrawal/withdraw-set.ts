// Records that one withdrawal takes back: several ids, or the research of a release.
import type { Trx } from '../../store/engine/db.ts';
import { releaseKind, researchOf, staysOf, type ReleasedResearch } from '../../store/published/released-by.ts';
import { isOpen } from '../../store/published/withdraw.ts';
import { RefusedInput, type Fault } from '../files/faults.ts';
import { targetOf, whyNotOpen, type Target } from './withdraw-target.ts';
import type { WithdrawSet } from './withdraw.ts';

export type Bases = ReleasedResearch & { beliefs: string[]; sources: string[]; partIds: string[] };

export type TargetSet = Bases & {
  id: string;
  kind: Target['kind'] | 'records' | 'release';
  stays: { [kind: string]: number };
};

const nothing = (): Bases => ({
  beliefs: [],
  sources: [],
  partIds: [],
  evidence: [],
  citations: [],
  revisions: [],
  parts: [],
});

/** Throws RefusedInput that names everything that is not released. */
export async function openTargets(trx: Trx, request: WithdrawSet): Promise<TargetSet> {
  return 'release' in request ? ofRelease(trx, request) : ofIds(trx, request);
}

async function ofIds(trx: Trx, request: Extract<WithdrawSet, { ids: readonly string[] }>): Promise<TargetSet> {
  const { collection } = request;
  const targets = new Map<string, Target>();
  const faults: Fault[] = [];
  for (const given of request.ids) {
    const target = targetOf(given);
    if (await isOpen(trx, collection, target)) targets.set(target.id, target);
    else faults.push(...(await whyNotOpen(trx, 'withdraw', { collection, given, target })).faults);
  }
  if (faults.length > 0) throw new RefusedInput(faults, faults.length);
  return targetSet([...targets.values()]);
}

export function targetSet(targets: readonly Target[]): TargetSet {
  const idsOf = (belongs: (target: Target) => boolean): string[] => targets.filter(belongs).map(({ id }) => id);
  const [one] = targets;
  const isOne = targets.length === 1 && one !== undefined;
  return {
    ...nothing(),
    id: isOne ? one.id : `${targets.length} records`,
    kind: isOne ? one.kind : 'records',
    stays: {},
    beliefs: idsOf(({ table }) => table === 'belief'),
    sources: idsOf(({ table }) => table === 'source'),
    partIds: idsOf(({ table }) => table === 'belief_part'),
    evidence: idsOf(({ table }) => table === 'evidence'),
    citations: idsOf(({ table }) => table === 'citation'),
  };
}

async function ofRelease(trx: Trx, request: Extract<WithdrawSet, { release: number }>): Promise<TargetSet> {
  const { collection, release: version } = request;
  const kind = await releaseKind(trx, { collection, version });
  const list = 'npm run admin -- releases lists them';
  if (kind === null) throw refusal(version, `${collection} has no release ${version}`, list);
  if (kind === 'withdrawal')
    throw refusal(
      version,
      `release ${version} is itself a withdrawal`,
      'name a release of research: admin releases lists them',
    );
  const [research, stays] = [
    await researchOf(trx, { collection, version }),
    await staysOf(trx, { collection, version }),
  ];
  if (Object.values(research).every((rows) => rows.length === 0))
    throw refusal(version, `nothing that release ${version} published as new is still released`, list);
  return { ...nothing(), ...research, id: `release ${version}`, kind: 'release', stays };
}

function refusal(version: number, what: string, fix: string): RefusedInput {
  return new RefusedInput([{ file: 'withdraw', line: null, field: String(version), what, fix }], 1);
}
