// Waiting charges, debited together: one statement for many, and every caller waits for the commit that holds its own.
import type { Charge, ChargeOutcome } from '../store/ledger/charge.ts';
import { payerName } from './recent-payers.ts';

/** `workspace`: of whom it is, where that is known already; else the payer's charges share among themselves. */
export type ChargeQueue = (charge: Charge, workspace?: string) => Promise<ChargeOutcome>;

type Waiting = {
  charge: Charge;
  workspace: string;
  resolve: (outcome: ChargeOutcome) => void;
  reject: (error: unknown) => void;
};

export type ChargeQueueOptions = {
  /** Debits a batch; all of it or nothing. */
  charge: (batch: readonly Charge[]) => Promise<ChargeOutcome[]>;
  /** True for a failure that another try of the same batch may not meet: nothing was written. */
  isTransient: (error: unknown) => boolean;
  /** True when the batch waited too long for a balance: the others need not wait with it. */
  isBlocked: (error: unknown) => boolean;
};

/** More than two at once only wait for each other's locks; more than this in one make the first wait too long. */
const BATCHES_IN_FLIGHT_MAX = 2;
const BATCH_MAX = 128;
/** So many are a batch of their own: more would make a charge hardly cheaper, and the database idle while they are answered. */
const BESIDE_MIN = 48;
/** A batch that takes as long as this waits for something, and the next one goes beside it. */
const PATIENCE_MS = 20;
/** How long a batch waits after each that comes for whoever was answered just now and is likely to ask again; how long in all. */
const GATHERING_MS = 2;
const GATHERING_MS_MAX = 12;
const TRIES_MAX = 5;

/**
 * Charges are collected while the batch before them is under way: the busier the service, the larger its batches. A
 * statement for thirty charges takes little longer than one for three, so one batch at a time is the cheapest, and so is
 * a moment's wait for as many as were there before: without it those that were answered wait while the others are charged,
 * and come back only when those are gone, in two halves for ever. Whoever comes alone never waits. Where very many come,
 * two halves are each large enough: one is charged while the other is answered.
 */
export function chargeQueue(options: ChargeQueueOptions): ChargeQueue {
  const settle = settling(options);
  const waiting: Waiting[] = [];
  let inFlight = 0;
  /** Charges in them. */
  let charging = 0;
  /** Those in flight that nobody waits for any longer. */
  let late = 0;
  /** How many there were when the last batch was done: its own and those that waited. */
  let expected = 0;
  /** Waits for more to come; null where nothing waits, or where the next batch starts with this turn of the loop. */
  let gathering: NodeJS.Timeout | null = null;
  let startsSoon = false;
  /** Until when those that come may put the next batch off. */
  let gathersUntil = 0;

  const isFree = (): boolean => (inFlight === late || waiting.length >= BESIDE_MIN) && inFlight < BATCHES_IN_FLIGHT_MAX;

  function schedule(): void {
    if (startsSoon || waiting.length === 0 || !isFree()) return;
    if (waiting.length < Math.min(expected, BESIDE_MIN)) {
      gather();
      return;
    }
    // After what has arrived in this turn of the loop: requests that came together are charged together.
    startsSoon = true;
    setImmediate(start);
  }

  function gather(): void {
    const now = performance.now();
    if (gathering === null) {
      gathering = setTimeout(start, GATHERING_MS);
      gathersUntil = now + GATHERING_MS_MAX - GATHERING_MS;
    } else if (now < gathersUntil) gathering.refresh();
  }

  function start(): void {
    startsSoon = false;
    if (gathering !== null) clearTimeout(gathering);
    gathering = null;
    if (waiting.length === 0 || !isFree()) return;
    const batch = fairly(waiting, shareOf(waiting.length + charging));
    inFlight += 1;
    charging += batch.length;
    const patience = patienceFor(goBeside);
    void settle(batch).finally(() => {
      clearTimeout(patience.timer);
      if (patience.isLost) late -= 1;
      inFlight -= 1;
      charging -= batch.length;
      expected = Math.min(BATCH_MAX, batch.length + waiting.length);
      schedule();
    });
    schedule();
  }

  function goBeside(): void {
    late += 1;
    schedule();
  }

  return (one, workspace = nameOf(one.payer)) =>
    new Promise((resolve, reject) => {
      waiting.push({ charge: one, workspace, resolve, reject });
      schedule();
    });
}

/** Takes so many out of those that wait: one of each workspace in turn, so that nobody waits behind another's many. */
function fairly(waiting: Waiting[], count: number): readonly Waiting[] {
  if (waiting.length <= count) return waiting.splice(0);
  const lanes = grouped(waiting, ({ workspace }) => workspace);
  const chosen = new Set<Waiting>();
  for (let turn = 0; chosen.size < count; turn += 1) {
    for (const lane of lanes) {
      const one = lane[turn];
      if (one !== undefined && chosen.size < count) chosen.add(one);
    }
  }
  const rest = waiting.filter((one) => !chosen.has(one));
  waiting.length = 0;
  waiting.push(...rest);
  return [...chosen];
}

/** Half of all that are here, so that what is left is a batch too: the few would wait for the many. */
function shareOf(all: number): number {
  return Math.min(BATCH_MAX, Math.max(BESIDE_MIN, Math.ceil(all / BATCHES_IN_FLIGHT_MAX)));
}

/** What it gets holds nothing of the batch: timers are collected late. */
function patienceFor(lose: () => void): { isLost: boolean; timer: NodeJS.Timeout } {
  const timer = setTimeout(() => {
    patience.isLost = true;
    lose();
  }, PATIENCE_MS);
  const patience = { isLost: false, timer };
  return patience;
}

/** Debits a batch and gives everybody in it their own outcome, whatever happens; it never rejects. */
function settling({
  charge,
  isTransient,
  isBlocked,
}: ChargeQueueOptions): (batch: readonly Waiting[]) => Promise<void> {
  async function settle(batch: readonly Waiting[], triesMax = TRIES_MAX): Promise<void> {
    try {
      const outcomes = await repeatedly(
        batch.map(({ charge: one }) => one),
        triesMax,
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('a charge has no outcome'));
        else resolve(outcome);
      }
    } catch (error) {
      const payers = grouped(batch, ({ charge: one }) => nameOf(one.payer));
      // One balance is held by somebody: each payer waits for its own.
      if (isBlocked(error) && payers.length > 1) await Promise.all(payers.map((own) => settle(own)));
      // Nobody else fails with one payer. Another server may undo a batch once for each id of it that it charges before.
      else if (isTransient(error) && triesMax === TRIES_MAX)
        await Promise.all(payers.map((own) => settle(own, TRIES_MAX + own.length)));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function repeatedly(batch: readonly Charge[], triesMax: number): Promise<ChargeOutcome[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await charge(batch);
      } catch (error) {
        if (tries === triesMax || !isTransient(error)) throw error;
      }
    }
  }

  return settle;
}

function grouped(batch: readonly Waiting[], by: (one: Waiting) => string): readonly (readonly Waiting[])[] {
  const groups = new Map<string, Waiting[]>();
  for (const one of batch) {
    const name = by(one);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

function nameOf(payer: Charge['payer']): string {
  // Whoever is signed in: it is the workspace that pays.
  return payer.kind === 'session' ? `session ${payer.workspaceId}` : payerName(payer);
}
