/**
 * Decides whether a document may be delivered, and charges for it last: it is built, validated and serialised before,
 * its bytes are kept, and one statement then checks the key, the head that it was built on, the request id and the
 * balance. Whoever loses a race for a request id discards its own document and delivers the winner's.
 */
import { notAllowed, unauthorized } from '../access/authorise.ts';
import { loopTurns } from '../http/loop-turns.ts';
import type { Answer, Deliver, Delivery, MeteredCall } from '../contract/metered.ts';
import { HungUp } from '../http/door.ts';
import type { Collection, Principal } from '../contract/operations.ts';
import { ProblemError, chargeUnknown } from '../contract/problems.ts';
import type { Charge, ChargeOutcome, KnownRequest } from '../store/ledger/charge.ts';
import type { FairSlots, Leave } from './limits/fair-slots.ts';
import { slotInTime } from './limits/slot-wait.ts';
import type { Ledger } from './ledger.ts';
import type { Found, RecentPayers } from './recent-payers.ts';
import type { Ready, Recent } from './recent.ts';

export type MeterOptions = {
  ledger: Ledger;
  /** What makes two calls the same logical request. */
  fingerprint: (call: MeteredCall) => Buffer;
  recent: Recent;
  /** Slots for new answers, from before they are built until they are charged. */
  slots: FairSlots;
  /** The one slot of all who had nothing to spend lately: what they ask is built beside what is paid for. */
  unpaidSlot: FairSlots;
  payers: RecentPayers;
  /** The share of a workspace in the slots, beside others of weight 1. */
  weightOf: (accountId: string) => number;
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
};

/** The longest wait of a call, from its start, for another one with its request id; then the answer is that that one runs. */
const RUNNING_MS_MAX = 10_000;
/** How long a charge is sent again whose connection broke: the database may be back by then, or another server is. */
const CUT_OFF_MS_MAX = 2_000;
const CUT_OFF_PAUSE_MS = 50;
/** How often the research may move on between building a document and charging for it. */
const MOVES_MAX = 8;

export function createMeter(options: MeterOptions): Deliver {
  return async (call) => {
    const until = options.elapsed() + RUNNING_MS_MAX;
    const found = options.payers.find(call.payer);
    const ready = options.recent.find(call.collection, call.request);
    if (found !== null) options.slots.notice(found.accountId);
    if (ready !== null)
      return loopTurns.quickly(() => delivered(options, { call, ready, until, leave: () => undefined }));
    // Whom a charge has just found good need not be asked for before the work: the charge finds out whether they still are.
    const payer = found ?? (await options.ledger.whoIs(call.payer, call.operation));
    const leave = await slotFor(options, call, payer);
    try {
      const made = await built(options, call, payer);
      return 'head' in made ? await delivered(options, { call, ready: made, until, leave }) : made;
    } finally {
      leave();
    }
  };
}

/** Whoever asks what is being built already waits for that; anything else needs a slot, in its workspace's turn. */
async function slotFor(
  { recent, slots, unpaidSlot, weightOf }: MeterOptions,
  call: MeteredCall,
  payer: Found | Principal,
): Promise<Leave> {
  if (recent.isUnderway(call.collection, call.request)) return () => undefined;
  const isBroke = 'isBroke' in payer && payer.isBroke;
  const waits = (isBroke ? unpaidSlot : slots).take(payer.accountId, weightOf(payer.accountId));
  const leave = waits === null ? null : await slotInTime(waits);
  if (leave === null) throw busy();
  return leave;
}

async function delivered(options: MeterOptions, delivering: Delivering): Promise<Delivery> {
  const { call, ready } = delivering;
  return call.isHeld(ready.answer.sha256) ? held(options, delivering) : charged(options, delivering);
}

/** Work is done for nobody who has no key; and an id that was answered before is answered again, whatever holds now. */
async function built(options: MeterOptions, call: MeteredCall, payer: Found | Principal): Promise<Ready | Delivery> {
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

/** 304: the key is checked, no credit is needed, and the id stays unused unless it was used before. */
async function held(options: MeterOptions, { call, until, leave }: Delivering): Promise<Delivery> {
  const principal = await options.ledger.whoIs(call.payer, call.operation);
  const again = await repeated(options, call, principal);
  if (again !== null) return again;
  const ready = await options.recent.settleAnew(call.collection, call.request, call.build);
  if (!call.isHeld(ready.answer.sha256)) return charged(options, { call, ready, until, leave });
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

/** What is too large for this door is refused to who may ask at all, and not where the id has paid for a smaller one. */
async function paidBefore(options: MeterOptions, call: MeteredCall, answer: Answer): Promise<Delivery> {
  const principal = await options.ledger.whoIs(call.payer, call.operation);
  const again = await repeated(options, call, principal);
  if (again === null) throw tooLarge(call, answer);
  return again;
}

/** `until`: when the call no longer waits for a balance that another one holds. `leave` frees the place of a new answer. */
type Delivering = { call: MeteredCall; ready: Ready; until: number; leave: () => void };

/** `isUnknown`: the connection broke under a debit of this call, and nothing has told since whether it was carried out. */
type Tries = { until: number; leave: () => void; isUnknown: boolean };

async function charged(options: MeterOptions, delivering: Delivering): Promise<Delivery> {
  const { call, until, leave } = delivering;
  const tries: Tries = { until, leave, isUnknown: false };
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

async function settled(options: MeterOptions, { call, ...made }: Delivering, tries: Tries): Promise<Delivery> {
  const fingerprint = options.fingerprint(call);
  let { ready } = made;
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const { answer } = ready;
    if (isTooLarge(call, answer)) return paidBefore(options, call, answer);
    if (!(await options.ledger.keep(answer))) {
      // These bytes hold what was removed since they were built: the store knows better ones, or refuses too.
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
      // What was built before a legal removal is served to nobody, though it is the very document that the id paid for.
      const mine = outcome.kind === 'known' && !outcome.isSettled ? null : answer;
      const delivery = await replay(options, { call, known, fingerprint, mine, keyId, remaining });
      // Nobody else knows an id that was made here: its entry is this call's own, written before a connection broke.
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
 * Null when a call with the same balance held it for too long. A charge whose connection broke may have been written, may
 * still be, or never arrived: it is sent again, which is safe because an id is charged once, and its outcome then tells.
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
      // A payer that may no longer ask may have been charged before, and a known entry may be that of the broken try.
      if (outcome.kind === 'charged' || outcome.kind === 'moved') tries.isUnknown = false;
      return outcome;
    } catch (error) {
      const failure = ledger.failureOf(error);
      if (failure === 'blocked') {
        // Whoever waits for one balance keeps nobody else from a new answer.
        tries.leave();
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

type Replaying = {
  call: MeteredCall;
  known: KnownRequest;
  fingerprint: Buffer;
  /** What this call has built itself on the head as it is: often the very bytes. */
  mine: Answer | null;
  keyId: string;
  remaining: Delivery['remaining'];
};

async function replay(options: MeterOptions, { call, known, fingerprint, mine, ...who }: Replaying): Promise<Delivery> {
  if (!known.fingerprint.equals(fingerprint)) throw new ProblemError('request-id-reused');
  if (!known.is_replayable) throw new ProblemError('request-id-expired');
  const sha256 = known.digest.toString('base64');
  const answer = mine?.sha256 === sha256 ? mine : await keptAnswer(options, known.digest);
  // It was charged through a door that lets more through.
  if (isTooLarge(call, answer)) throw tooLarge(call, answer);
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

function isTooLarge({ bytesMax = Infinity }: MeteredCall, { bytes }: Answer): boolean {
  return bytes.length > bytesMax;
}

function tooLarge({ bytesMax = Infinity }: MeteredCall, { bytes }: Answer): ProblemError {
  return new ProblemError('answer-too-large', {
    detail: `The answer takes ${bytes.length} bytes, and a chat gets at most ${bytesMax}.`,
    extra: { limit_bytes: bytesMax, actual_bytes: bytes.length },
  });
}

function busy(): ProblemError {
  return new ProblemError('unavailable', {
    detail: 'This server is building as many new answers of yours as it can. Nothing was charged.',
    headers: { 'Retry-After': '1' },
  });
}
