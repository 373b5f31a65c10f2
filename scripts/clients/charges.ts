// The Python package on a bad line, held against the ledger: as many units are debited as there were logical requests.
import { join } from 'node:path';
import type { KeyStatus, Receipt } from '../../generated/api.ts';
import { audit } from '../../server/store/keeping/audit.ts';
import { random } from '../../server/testing/random.ts';
import { fateBy, idsOf } from '../proof/faults/client-charges.ts';
import { type UnreliableProxy, fates, unreliableProxy } from '../proof/faults/stage/unreliable-proxy.ts';
import { eachOf } from '../proof/faults/stage/world.ts';
import { shell } from './generator.ts';
import { environment, packageFolder, pythons } from './python-environment.ts';
import { CREDIT, type Stage, startStage } from './stage.ts';

/** The share of requests that meet a fate. */
const SHARE = 0.3;
const READERS = 8;

type Tally = { charged: readonly string[]; refused: number; repeated: number; counted: number };

/** A line of what was seen; throws if a unit is missing or too many. */
export async function pythonCharges(calls: number, seed: number): Promise<string> {
  const next = random(seed);
  const proxy = await unreliableProxy(() => (next() >= SHARE ? 'passed' : fateBy(next())));
  const stage = await startStage(proxy.address);
  proxy.target = stage.address;
  try {
    const python = join(await environment(pythons[0]), 'bin/python');
    const env = {
      RESEARCH_URL: proxy.address,
      RESEARCH_KEY: stage.key,
      PYTHONPATH: join(packageFolder, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const { output, fault } = await shell(`'${python}' tests/charges.py ${calls} ${seed}`, packageFolder, env);
    if (fault !== null) throw new Error(`seed=${seed}: the calls did not end well:\n${fault}`);
    return await judged(JSON.parse(output) as Tally, stage, proxy, `${calls} calls, seed=${seed}`);
  } finally {
    await proxy.close();
    await stage.close();
  }
}

async function judged(tally: Tally, stage: Stage, proxy: UnreliableProxy, what: string): Promise<string> {
  const { charged, refused, repeated, counted } = tally;
  const logical = charged.length;
  const { ids, mixedIds } = idsOf(proxy.asked);
  const attempts = Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${stage.address}${path}`, { headers: { Authorization: `Bearer ${stage.key}` } });
    return (await answer.json()) as T;
  };
  const debited = CREDIT - (await read<KeyStatus>('/v1/status')).prepaidRequestsRemaining;
  let receipts = 0;
  await eachOf(charged, READERS, async (id) => {
    const { units } = await read<Receipt>(`/v1/receipts/${encodeURIComponent(id)}`);
    receipts += units;
  });
  const [row] = (await stage.store.db.raw('select count(*)::int as entries from usage_entry')).rows as {
    entries: number;
  }[];
  const drifts = (await audit(stage.store.db)).drifts.length;
  const seen = { logical, debited, entries: row?.entries, receipts, counted, refused, ids, mixedIds, drifts };
  const isRight =
    [debited, row?.entries, receipts, counted].every((units) => units === logical) &&
    ids === logical + refused &&
    mixedIds === 0 &&
    drifts === 0;
  const spared = fates.filter((fate) => proxy.counts[fate] === 0);
  const line = `${what}: ${attempts} attempts, ${repeated} given up and repeated, ${JSON.stringify(seen)}`;
  if (!isRight) throw new Error(`the debits are not the logical requests: ${line}`);
  if (spared.length > 0) throw new Error(`no request was ${spared.join(', ')}: ${line}`);
  return line;
}
