// Write-behind batcher of charges: one statement debits many, and each caller waits for the commit of its charge.
import type { Charge, ChargeOutcome } from '../store/ledger/charge.ts';
import { payerName } from './recent-payers.ts';

/** `workspace`: the account, if already known; otherwise fairness is by payer. */
export type ChargeQueue = (charge: Charge, workspace?: string) => Promise<ChargeOutcome>;

type QueuedCharge = {
  charge: Charge;
  workspace: string;
  resolve: (outcome: ChargeOutcome) => void;
  reject: (error: unknown) => void;
};

export type ChargeQueueOptions = {
  /** Debits a batch in one transaction. */
  charge: (batch: readonly Charge[]) => Promise<ChargeOutcome[]>;
  /** True for a failure that a retry of the same batch may avoid: nothing was written. */
  isTransient: (error: unknown) => boolean;
  /** True if the batch waited too long for a balance: the other charges need not wait with it. */
  isBlocked: (error: unknown) => boolean;
  /** True if the accounts of a batch are debited apart, each in its own transaction, as on a cluster. */
  isByAccount?: boolean;
};

/** More than two batches wait for each other's locks; more charges in one make the first wait too long. */
const BATCHES_IN_FLIGHT_MAX = 2;
const BATCH_MAX = 128;
/** From this size on, halves take turns: a larger batch is hardly cheaper, and the database would idle meanwhile. */
const HALF_MIN = 16;
/** A batch that takes this long is waiting for the disk, and a half starts next to it. */
const SLOW_MS = 4;
/** A batch that takes this long is waiting for a lock, and any batch starts next to it. */
const PATIENCE_MS = 20;
/**
 * Idle wait that each new charge restarts, and the total limit of that wait. Clients that were just answered are likely
 * to ask again.
 */
const GATHERING_MS = 2;
const GATHERING_MS_MAX = 12;
const TRIES_MAX = 5;

/**
 * Charges are collected while the previous batch is in flight: the busier the service, the larger its batches. A
 * statement for thirty charges takes little longer than one for three, so one batch at a time is the cheapest. A short
 * wait for as many charges as before keeps few callers in one batch: otherwise two halves alternate for ever. A single
 * caller never waits. With many callers, two halves are each large enough: one is charged while the other is answered.
 * For that, the next half is sent when the previous one is debited, before its callers are answered. Halves that start
 * together also end together, and then server and database wait for each other.
 */
export function chargeQueue(options: ChargeQueueOptions): ChargeQueue {
  const settle = options.isByAccount === true ? byAccount(settling(options)) : settling(options);
  const waiting: QueuedCharge[] = [];
  let inFlight = 0;
  /** Charges in flight. */
  let charging = 0;
  /** Size of the last round: its own charges and those that waited. */
  let expected = 0;
  /** Timer of the idle wait; null if no charge waits, or if the next batch starts in this turn of the loop. */
  let gathering: NodeJS.Timeout | null = null;
  let startsSoon = false;
  /** Until this time new charges may postpone the next batch. */
  let gathersUntil = 0;
  const overdue = overdueBatches(schedule);

  const isFree = (): boolean =>
    (inFlight === overdue.late() || (inFlight === overdue.slow() && waiting.length >= HALF_MIN)) &&
    inFlight < BATCHES_IN_FLIGHT_MAX;
  const isEnough = (): boolean => waiting.length >= Math.min(expected, HALF_MIN);

  function schedule(): void {
    if (startsSoon || waiting.length === 0 || !isFree()) return;
    if (isEnough()) startSoon();
    else gather();
  }

  /** After the arrivals of this turn of the loop: requests that arrive together are charged together. */
  function startSoon(): void {
    startsSoon = true;
    setImmediate(start);
  }

  function gather(): void {
    const now = performance.now();
    if (gathering === null) {
      gathering = setTimeout(startSoon, GATHERING_MS);
      gathersUntil = now + GATHERING_MS_MAX - GATHERING_MS;
    } else if (now < gathersUntil) gathering.refresh();
  }

  function start(): void {
    startsSoon = false;
    if (gathering !== null) clearTimeout(gathering);
    gathering = null;
    if (waiting.length === 0 || !isFree()) return;
    const batch = fairly(waiting, shareOf(Math.max(expected, waiting.length + charging)));
    inFlight += 1;
    charging += batch.length;
    const forget = overdue.watch();
    let isUnderWay = true;
    const end = (): void => {
      if (!isUnderWay) return;
      isUnderWay = false;
      forget();
      inFlight -= 1;
      charging -= batch.length;
      expected = batch.length + waiting.length;
      if (isEnough()) start();
      else schedule();
    };
    void settle(batch, end).finally(end);
  }

  return (one, workspace = nameOf(one.payer)) =>
    new Promise((resolve, reject) => {
      waiting.push({ charge: one, workspace, resolve, reject });
      schedule();
    });
}

/**
 * Removes this many charges from the queue, round-robin by workspace, so that a workspace never waits behind another's
 * many.
 */
function fairly(waiting: QueuedCharge[], count: number): readonly QueuedCharge[] {
  if (waiting.length <= count) return waiting.splice(0);
  const lanes = grouped(waiting, ({ workspace }) => workspace);
  const chosen = new Set<QueuedCharge>();
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

/** Half of all callers, so that the rest is a batch too: otherwise a few would wait for the many. */
function shareOf(all: number): number {
  return Math.min(BATCH_MAX, Math.max(HALF_MIN, Math.ceil(all / BATCHES_IN_FLIGHT_MAX)));
}

/** Counts the slow and the late batches in flight. Its timers reference no batch, because they are collected late. */
function overdueBatches(onOverdue: () => void): { slow: () => number; late: () => number; watch: () => () => void } {
  const counts = { slow: 0, late: 0 };
  function countAfter(ms: number, name: keyof typeof counts): () => void {
    let counted = 0;
    const timer = setTimeout(() => {
      counted = 1;
      counts[name] += 1;
      onOverdue();
    }, ms);
    return () => {
      clearTimeout(timer);
      counts[name] -= counted;
    };
  }
  return {
    slow: () => counts.slow,
    late: () => counts.late,
    watch() {
      const forgets = [countAfter(SLOW_MS, 'slow'), countAfter(PATIENCE_MS, 'late')];
      return () => forgets.forEach((forget) => forget());
    },
  };
}

/** `onDebited` is called before the callers get their outcomes, unless something failed. */
type Settle = (batch: readonly QueuedCharge[], onDebited?: () => void) => Promise<void>;

/** The charges of each account as a batch, at the same time: a failure of one account does not concern the others. */
function byAccount(settle: Settle): Settle {
  return async (batch) => {
    await Promise.all(grouped(batch, ({ workspace }) => workspace).map((own) => settle(own)));
  };
}

/** Debits a batch and gives each charge its own outcome; it never rejects. */
function settling({
  charge,
  isTransient,
  isBlocked,
}: Pick<ChargeQueueOptions, 'charge' | 'isTransient' | 'isBlocked'>): Settle {
  async function settle(
    batch: readonly QueuedCharge[],
    onDebited = (): void => {},
    triesMax = TRIES_MAX,
  ): Promise<void> {
    try {
      const outcomes = await repeatedly(
        batch.map(({ charge: one }) => one),
        triesMax,
      );
      onDebited();
      // The next batch is sent first, which takes a few steps.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('a charge has no outcome'));
        else resolve(outcome);
      }
    } catch (error) {
      const payers = grouped(batch, ({ charge: one }) => nameOf(one.payer));
      // Another transaction holds one of the balances: each payer waits only for its own.
      if (isBlocked(error) && payers.length > 1) await Promise.all(payers.map((own) => settle(own)));
      // A failure of one payer must not fail the others. Another server may undo a batch once for each id that it
      // charges first.
      else if (isTransient(error) && triesMax === TRIES_MAX)
        await Promise.all(payers.map((own) => settle(own, undefined, TRIES_MAX + own.length)));
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

function grouped(
  batch: readonly QueuedCharge[],
  by: (one: QueuedCharge) => string,
): readonly (readonly QueuedCharge[])[] {
  const groups = new Map<string, QueuedCharge[]>();
  for (const one of batch) {
    const name = by(one);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

function nameOf(payer: Charge['payer']): string {
  // All sessions of a workspace share its account.
  return payer.kind === 'session' ? `session ${payer.workspaceId}` : payerName(payer);
}
