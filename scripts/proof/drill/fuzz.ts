// Fuzzing of the built server on PostgreSQL with a million requests: documented answers, a right ledger, flat memory.
// `requests=100000 seed=7 from=41` select the requests; a fault prints its seed and number.
import { audit } from '../../../server/store/keeping/audit.ts';
import type { Memory } from '../fuzz/measured-server.ts';
import { fuzz, told } from '../fuzz/run.ts';
import { unitsOf } from '../fuzz/units.ts';
import { type World, prepareWorld, secretOf } from '../fuzz/world.ts';
import { growth } from '../load/growth.ts';
import { type Stage, onStage } from '../load/stage.ts';
import { warmUp } from '../load/warm-up.ts';
import { given } from './given.ts';

const REQUESTS = given('requests') ?? 1_000_000;
const SEED = given('seed') ?? 20_261_005;
const SAMPLES = 50;
/** One request in this many may be repeated. */
const AGAIN_OF = 1_000;
/**
 * Fills the bounded caches first, mostly with 40,000 documents. A long run, whose requests are mostly refused, would
 * otherwise keep filling them until its end.
 */
const WARM = given('warm') ?? (REQUESTS < 1_000_000 ? 0 : 44_000);
/** Growth of objects and buffers per 100,000 requests in the second half. */
const GROWTH_BYTES_MAX = 1_048_576;

type Sample = { requests: number; memory: Memory };

export function drillFuzz(): Promise<boolean> {
  return onStage(prepareWorld, drilled);
}

async function drilled({ store, server, port, prepared: world }: Stage<World>): Promise<boolean> {
  const warm = {
    store,
    baseUrl: world.baseUrl,
    key: secretOf(world, 'live'),
    token: secretOf(world, 'chat'),
    tickers: [],
  };
  const { failures } = await warmUp(warm, { port, documents: WARM, releases: 0 });
  const before = await unitsOf(store);
  const samples: Sample[] = [];
  const every = Math.max(1_000, Math.floor(REQUESTS / SAMPLES / 1_000) * 1_000);
  const onProgress = async (done: number): Promise<void> => {
    if (done % every !== 0) return;
    const memory = await server.memory().catch((error: unknown) => void failures.push(String(error)));
    if (memory === undefined) return;
    samples.push({ requests: done, memory });
    process.stdout.write(
      `${done} asked; after collection ${megabytes(memory.heapUsed)} of objects, ${megabytes(memory.external)} of buffers\n`,
    );
  };
  const asked = { port, world, seed: SEED, from: given('from') ?? 0, count: REQUESTS, isPatient: true };
  const report = await fuzz({ ...asked, onProgress });
  process.stdout.write(`${told(report)}\n`);
  const charged = (await unitsOf(store)) - before;
  const { drifts } = await audit(store.db);
  process.stdout.write(`${charged} units in the ledger, ${report.charged} in the answers; ${drifts.length} drifts\n`);
  for (const failure of failures.slice(0, 5)) process.stdout.write(`${failure}\n`);
  if (failures.length + report.faults.length > 0) process.stdout.write(server.log());
  const isWell =
    failures.length + report.faults.length === 0 && report.requests === REQUESTS && report.again <= REQUESTS / AGAIN_OF;
  // The charge of a request without an answer is unknown to its client.
  const unknown = charged - report.charged;
  return isFlat(samples) && isWell && unknown >= 0 && unknown <= report.again && drifts.length === 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** A shorter run says nothing about memory, nor does a server whose caches still fill. */
const SAMPLES_MIN = 20;

function isFlat(samples: readonly Sample[]): boolean {
  if (samples.length < SAMPLES_MIN || WARM === 0) return true;
  const { bytesEach100000: grown, heapEach100000 } = growth(samples);
  process.stdout.write(
    `in the second half objects and buffers grow by ${megabytes(grown)} with 100,000 requests, ` +
      `the objects alone by ${megabytes(heapEach100000)}\n`,
  );
  return grown <= GROWTH_BYTES_MAX;
}
