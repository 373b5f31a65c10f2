// Metering: a document is built and stored, then one statement checks key, head, request id and balance, and debits.
// A call that loses the race for its request id discards its own document and delivers the winner's.
import { notAllowed, unauthorized } from '../access/authorise.ts';
import { notMatched } from '../http/conditions.ts';
import { loopTurns } from '../http/loop-turns.ts';
import type { Answer, Deliver, Delivery, MeteredCall } from '../contract/metered.ts';
import { HungUp } from '../http/door.ts';
import type { Collection, Principal } from '../contract/operations.ts';
import { ProblemError, chargeUnknown } from '../contract/problems.ts';
import type { Charge, ChargeOutcome, KnownRequest } from '../store/ledger/charge.ts';
import type { FairSlots, Leave } from './limits/fair-slots.ts';
import { slotInTime } from './limits/slot-wait.ts';
import type { Ledger } from './ledger.ts';
import type { GoodPayer, RecentPayers } from './recent-payers.ts';
import type { Ready, Recent } from './recent.ts';
import { busy, conditionOf, isTooLarge, tooLarge } from './refusals.ts';

export type MeterOptions = {
  ledger: Ledger;
  /** The fingerprint of the logical request. */
  fingerprint: (call: MeteredCall) => Buffer;
  recent: Recent;
  /** Slots for new answers, held during the build: charges are few enough statements without. */
  slots: FairSlots;
  /** The one slot of all payers without recent credit: their answers are built next to paid ones. */
  unpaidSlot: FairSlots;
  payers: RecentPayers;
  weightOf: (accountId: string) => number;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
};

/** The longest wait of a call, from its start, for another one with its request id; then it is refused as running. */
const RUNNING_MS_MAX = 10_000;
/** A charge with a broken connection is sent again for this long: the database may be back, or another server is. */
const CUT_OFF_MS_MAX = 2_000;
const CUT_OFF_PAUSE_MS = 50;
/** Limit of releases between building a document and charging for it. */
const MOVES_MAX = 8;

export function createMeter(options: MeterOptions): Deliver {
  return async (call) => {
    const until = options.elapsed() + RUNNING_MS_MAX;
    const found = options.payers.find(call.payer);
    const ready = options.recent.find(call.collection, call.request);
    if (found !== null) options.slots.notice(found.accountId);
    if (ready !== null) return loopTurns.quickly(() => delivered(options, { call, ready, until }));
    // A payer that a recent charge confirmed is not identified before the work: the charge checks again.
    const payer = found ?? (await options.ledger.whoIs(call.payer, call.operation));
    const leave = await slotFor(options, call, payer);
    const made = await built(options, call, payer).finally(leave);
    return 'head' in made ? delivered(options, { call, ready: made, until }) : made;
  };
}

/** A call for an answer in progress shares it; any other needs a slot, in its workspace's turn. */
async function slotFor(
  { recent, slots, unpaidSlot, weightOf }: MeterOptions,
  call: MeteredCall,
  payer: GoodPayer | Principal,
): Promise<Leave> {
  if (recent.isUnderway(call.collection, call.request)) return () => undefined;
  const isBroke = 'isBroke' in payer && payer.isBroke;
  const waits = (isBroke ? unpaidSlot : slots).take(payer.accountId, weightOf(payer.accountId));
  const leave = waits === null ? null : await slotInTime(waits);
  if (leave === null) throw busy();
  return leave;
}

async function delivered(options: MeterOptions, delivering: DeliveryStep): Promise<Delivery> {
  const { call, ready } = delivering;
  return conditionOf(call, ready.answer) === 'met' ? charged(options, delivering) : conditional(options, delivering);
}

/** No work without a valid key. An id that was answered before gets the same answer, even if rights have changed. */
async function built(
  options: MeterOptions,
  call: MeteredCall,
  payer: GoodPayer | Principal,
): Promise<Ready | Delivery> {
  try {
    return await options.recent.settle(call.collection, call.request, call.build);
  } catch (error) {
    const principal = 'keyId' in payer ? payer : await options.ledger.whoIs(call.payer, call.operation);
    // A fault in the request itself outranks its identity.
    if (error instanceof ProblemError && error.entry.status === 400) throw error;
    const again = await repeated(options, call, principal);
    if (again === null) throw error;
    return again;
  }
}

/** 304 or 412: the key is checked, no credit is needed, and an unused id stays unused. */
async function conditional(options: MeterOptions, { call, until }: DeliveryStep): Promise<Delivery> {
  const principal = await options.ledger.whoIs(call.payer, call.operation);
  const again = await repeated(options, call, principal);
  if (again !== null) return again;
  const ready = await options.recent.settleAnew(call.collection, call.request, call.build);
  const condition = conditionOf(call, ready.answer);
  if (condition === 'met') return charged(options, { call, ready, until });
  if (condition === 'failed') throw notMatched();
  const { keyId } = principal;
  return { answer: ready.answer, notModified: true, charge: 0, remaining: null, replayed: false, keyId };
}

async function repeated(options: MeterOptions, call: MeteredCall, principal: Principal): Promise<Delivery | null> {
  if (!call.isOwnId) return null;
  const known = await options.ledger.find(principal.accountId, call.requestId);
  if (known === null) return null;
  const fingerprint = options.fingerprint(call);
  return replay(options, {
    call,
    known,
    fingerprint,
    mine: null,
    keyId: principal.keyId,
    remaining: remainingOf({ ...principal, ...known }),
  });
}

/** A document too large for this door is refused after authentication, unless the id has paid for a smaller one. */
async function paidBefore(options: MeterOptions, call: MeteredCall, answer: Answer): Promise<Delivery> {
  const principal = await options.ledger.whoIs(call.payer, call.operation);
  const again = await repeated(options, call, principal);
  if (again === null) throw tooLarge(call, answer);
  return again;
}

/** `until`: the call's wait for a contended balance ends here. */
type DeliveryStep = { call: MeteredCall; ready: Ready; until: number };

/** `isUnknown`: the connection broke under a debit of this call, and its outcome is still unknown. */
type Tries = { until: number; isUnknown: boolean };

async function charged(options: MeterOptions, delivering: DeliveryStep): Promise<Delivery> {
  const { call, until } = delivering;
  const tries: Tries = { until, isUnknown: false };
  try {
    return await settled(options, delivering, tries);
  } catch (error) {
    if (!tries.isUnknown || error instanceof HungUp) throw error;
    throw chargeUnknown(failed(options.ledger, error), call.requestId);
  }
}

function failed({ failureOf }: Ledger, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const failure = failureOf(error);
  const isAway = failure !== null && failure !== 'broken';
  return new ProblemError(isAway ? 'unavailable' : 'internal', { cause: error });
}

async function settled(options: MeterOptions, { call, ...made }: DeliveryStep, tries: Tries): Promise<Delivery> {
  const fingerprint = options.fingerprint(call);
  let { ready } = made;
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const { answer } = ready;
    if (isTooLarge(call, answer)) return paidBefore(options, call, answer);
    // A release or a removal may have changed the document since its condition was checked.
    if (moves > 0 && conditionOf(call, answer) === 'failed') throw notMatched();
    if (!(await options.ledger.keep(answer))) {
      // These bytes contain records that were removed since: the store returns current ones, or refuses too.
      ready = await options.recent.settleAnew(call.collection, call.request, call.build);
      if (ready.answer.sha256 === answer.sha256) throw new ProblemError('removed-legally');
      continue;
    }
    if (!call.isListening()) throw new HungUp();
    const outcome = await outcomeBy(options, chargeOf(call, ready, fingerprint), tries);
    if (outcome === null) throw new ProblemError('request-running', { headers: { 'Retry-After': '1' } });
    if (outcome.kind === 'unauthorized') {
      options.payers.forget(call.payer);
      throw unauthorized();
    }
    const { keyId } = outcome;
    options.payers.note(call.payer, { accountId: outcome.accountId, isBroke: outcome.kind === 'unpaid' });
    if (call.payer.kind !== 'session') options.ledger.noteUse(keyId);
    if (outcome.kind === 'forbidden') throw notAllowed(call.operation);
    const remaining = remainingOf(outcome);
    if (outcome.kind === 'charged') {
      const charge = outcome.paidFrom === 'none' ? 0 : 1;
      return { answer, notModified: false, charge, remaining, replayed: false, keyId };
    }
    const known =
      outcome.kind === 'known'
        ? outcome.known
        : outcome.kind === 'moved'
          ? null
          : await options.ledger.find(outcome.accountId, call.requestId);
    if (known !== null) {
      const isSame = known.is_replayable && known.fingerprint.equals(fingerprint);
      tries.isUnknown = isSame && (tries.isUnknown || !call.isOwnId);
      // Bytes from before a legal removal are never served, even if the id paid for exactly them.
      const mine = outcome.kind === 'known' && !outcome.isSettled ? null : answer;
      const delivery = await replay(options, { call, known, fingerprint, mine, keyId, remaining });
      // An id made here is known only to this call: its entry is this call's own, written before a connection broke.
      return call.isOwnId
        ? delivery
        : { ...delivery, charge: outcome.collection === 'preview' ? 0 : 1, replayed: false };
    }
    if (outcome.kind === 'unpaid') throw new ProblemError(outcome.reason);
    if (outcome.kind === 'moved') ready = await options.recent.settleAnew(call.collection, call.request, call.build);
  }
  throw new ProblemError('unavailable', {
    detail: 'The research is being released at this moment. Nothing was charged.',
    headers: { 'Retry-After': '1' },
  });
}

function chargeOf(call: MeteredCall, { answer, head }: Ready, fingerprint: Buffer): Charge {
  const { payer, requestId, operation, request } = call;
  const digest = Buffer.from(answer.sha256, 'base64');
  return { payer, requestId, fingerprint, operation, request, asOf: answer.asOf, digest, head };
}

/**
 * Null if a call with the same balance held it for too long. A charge whose connection broke may have committed, may
 * still commit, or never arrived. It is sent again, which is safe because an id is charged once, and its outcome then
 * settles the question.
 */
async function outcomeBy(
  { ledger, payers, elapsed }: MeterOptions,
  charge: Charge,
  tries: Tries,
): Promise<ChargeOutcome | null> {
  const givesUpAt = elapsed() + CUT_OFF_MS_MAX;
  for (;;) {
    try {
      const outcome = await ledger.charge(charge, payers.find(charge.payer)?.accountId);
      // A payer that may no longer call may have been charged before, and a known entry may be that of the broken try.
      if (outcome.kind === 'charged' || outcome.kind === 'moved') tries.isUnknown = false;
      return outcome;
    } catch (error) {
      const failure = ledger.failureOf(error);
      if (failure === 'blocked') {
        if (elapsed() >= tries.until) return null;
        continue;
      }
      tries.isUnknown ||= failure === 'cut-off' || failure === 'broken';
      const isAway = failure === 'cut-off' || failure === 'unavailable';
      if (!tries.isUnknown || !isAway || elapsed() >= givesUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, CUT_OFF_PAUSE_MS));
    }
  }
}

function remainingOf({ collection, left }: { collection: Collection; left: number | null }): Delivery['remaining'] {
  return collection === 'preview' ? null : (left ?? 'unlimited');
}

type Replay = {
  call: MeteredCall;
  known: KnownRequest;
  fingerprint: Buffer;
  /** This call's own answer on the current head: often the very same bytes. */
  mine: Answer | null;
  keyId: string;
  remaining: Delivery['remaining'];
};

async function replay(options: MeterOptions, { call, known, fingerprint, mine, ...who }: Replay): Promise<Delivery> {
  if (!known.fingerprint.equals(fingerprint)) throw new ProblemError('request-id-reused');
  if (!known.is_replayable) throw new ProblemError('request-id-expired');
  const sha256 = known.digest.toString('base64');
  const answer = mine?.sha256 === sha256 ? mine : await keptAnswer(options, known.digest);
  // It was charged through a door with a larger bound.
  if (isTooLarge(call, answer)) throw tooLarge(call, answer);
  if (conditionOf(call, answer) === 'failed') throw notMatched();
  return { answer, notModified: false, charge: 0, replayed: true, ...who };
}

async function keptAnswer(options: MeterOptions, digest: Buffer): Promise<Answer> {
  const body = await options.ledger.read(digest);
  if (body === null) throw new Error(`the bytes of ${digest.toString('hex')} are not kept`);
  if (body.removed_reason !== null) throw new ProblemError('removed-legally');
  if (body.bytes === null) throw new Error(`records of ${digest.toString('hex')} are not kept`);
  const { as_of: asOf, pagination } = JSON.parse(body.bytes.toString()) as KeptDocument;
  const next = pagination?.next_page_url ?? null;
  const page = next === null ? {} : { nextPageUrl: next };
  return { bytes: body.bytes, sha256: digest.toString('base64'), asOf, ...page };
}

type KeptDocument = { as_of: string; pagination?: { next_page_url: string | null } };
