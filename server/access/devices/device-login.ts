/** The device login over a store: each poll and each decision is one transaction around a move of the table. */
import { recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Pool, Trx } from '../../store/engine/db.ts';
import {
  type DeviceGrant,
  insertGrant,
  isKnownDevice,
  lockGrantByDeviceCode,
  lockGrantByUserCode,
  readMoment,
  writeDecision,
  writePoll,
} from '../../store/people/device-grants.ts';
import { keyLimitDetail } from '../../store/people/key-limits.ts';
import { type KeyLimits, insertKey, noKeyLimits } from '../../store/people/keys.ts';
import { makeDeviceCode, makeUserCode } from './device-codes.ts';
import { GRANT_SECONDS, INTERVAL_SECONDS, decided, polled } from './device-grant.ts';
import type { Decision, PollAnswer } from './device-grant.ts';
import { makeKey } from '../keys.ts';
import { sha256 } from '../secrets.ts';
import type { RandomBytes } from '../secrets.ts';

export interface AskedLogin {
  readonly deviceName: string;
  /** The origin of the login, as the program states it. */
  readonly acquisition: object;
  readonly askedFrom: string;
}

export interface StartedLogin {
  readonly acquisitionId: string;
  readonly deviceCode: string;
  readonly userCode: string;
  readonly expiresAt: string;
  readonly interval: number;
}

export interface PollResult {
  readonly answer: PollAnswer;
  readonly interval: number;
  /** The whole key; it is here and in the answer, nowhere else. */
  readonly apiKey: string | null;
}

export interface DeviceLogin {
  readonly start: (asked: AskedLogin) => Promise<StartedLogin>;
  readonly isKnown: (deviceCodeSha256: Buffer) => Promise<boolean>;
  /** Null for an unknown code. Nothing is delivered to a client that has disconnected. */
  readonly poll: (deviceCodeSha256: Buffer, isListening: () => boolean) => Promise<PollResult | null>;
}

/** Codes are taken once in 10^15 times; a second pair that is taken is a broken source of randomness. */
const CODES_TRIED_MAX = 3;

export function createDeviceLogin({ db, randomBytes }: { db: Pool; randomBytes: RandomBytes }): DeviceLogin {
  return {
    async start({ deviceName, acquisition, askedFrom }) {
      for (let tried = 0; tried < CODES_TRIED_MAX; tried += 1) {
        const acquisitionId = randomUuid(randomBytes);
        const [deviceCode, userCode] = [makeDeviceCode(randomBytes), makeUserCode(randomBytes)];
        const inserted = await insertGrant(db, {
          acquisitionId,
          deviceCodeSha256: sha256(deviceCode),
          userCodeSha256: sha256(userCode),
          deviceName,
          acquisition,
          askedFrom,
          intervalSeconds: INTERVAL_SECONDS,
          lifeSeconds: GRANT_SECONDS,
        });
        if (inserted !== null) {
          return { acquisitionId, deviceCode, userCode, expiresAt: inserted.expires_at, interval: INTERVAL_SECONDS };
        }
      }
      throw new Error(`${CODES_TRIED_MAX} pairs of random codes were all taken`);
    },
    isKnown: (deviceCodeSha256) => isKnownDevice(db, deviceCodeSha256),
    poll: (deviceCodeSha256, isListening) =>
      retrying(db, async (trx) => {
        const grant = await lockGrantByDeviceCode(trx, deviceCodeSha256);
        return grant === null ? null : pollLocked(trx, grant, { randomBytes, isListening });
      }),
  };
}

interface PollRequest {
  readonly randomBytes: RandomBytes;
  readonly isListening: () => boolean;
}

async function pollLocked(
  trx: Trx,
  grant: DeviceGrant,
  { randomBytes, isListening }: PollRequest,
): Promise<PollResult> {
  const moment = await readMoment(trx, grant);
  const { answer, grant: next } = polled(grant, moment);
  const interval = next.poll_interval;
  // The lock may have taken a while. An unheard key is not delivered: it remains for the next poll.
  if (answer === 'deliver' && !isListening()) return { answer: 'pending', interval, apiKey: null };
  const made = answer === 'deliver' ? await makeGrantedKey(trx, grant, { randomBytes, now: moment.now }) : null;
  await writePoll(trx, { ...grant, ...next, key_id: made?.keyId ?? null });
  return { answer, interval, apiKey: made?.key ?? null };
}

/** A live key of the workspace that pays, listed and revoked like any other. */
async function makeGrantedKey(
  trx: Trx,
  grant: DeviceGrant,
  { randomBytes, now }: { randomBytes: RandomBytes; now: string },
): Promise<{ key: string; keyId: string }> {
  const { key, ...made } = makeKey('live', randomBytes);
  const { key_expires_at: expires_at, key_operations: operations, key_minute_max: minute_max } = grant;
  const limits: KeyLimits = { expires_at, operations, minute_max };
  const isLimited = Object.values(limits).some((limit) => limit !== null);
  await insertKey(trx, {
    ...made,
    name: grant.device_name,
    madeBy: 'device',
    workspaceId: grant.workspace_id,
    createdBy: grant.decided_by,
    acquisitionId: grant.acquisition_id,
    limits,
    now,
  });
  await recordEvent(trx, {
    action: 'key-made',
    actor: grant.decided_by ?? 'device',
    workspaceId: grant.workspace_id,
    subject: made.keyId,
    detail: { collection: 'live', device_login: grant.acquisition_id, ...(isLimited && keyLimitDetail(limits)) },
  });
  return { key, keyId: made.keyId };
}

export interface DecisionRequest {
  readonly userCode: string;
  readonly decision: Decision;
  readonly userId: string;
  /** The workspace that is to pay; null for a denial. */
  readonly workspaceId: string | null;
  /** Limits of the key, if it is approved. */
  readonly limits?: KeyLimits;
}

/** Outcome of a decision; `too-late` after another decision or past the expiry. */
export type DecisionResult = 'decided' | 'too-late' | 'not-an-admin' | 'unknown-code';

/** The role is read in the approving transaction, because the page may be older than the role. */
export async function decideLogin(db: Pool, deciding: DecisionRequest): Promise<DecisionResult> {
  const { userCode, decision, userId, workspaceId, limits = noKeyLimits } = deciding;
  return retrying(db, async (trx): Promise<DecisionResult> => {
    const grant = await lockGrantByUserCode(trx, sha256(userCode));
    if (grant === null) return 'unknown-code';
    const { now, approverIsAdmin } = await readMoment(trx, { decided_by: userId, workspace_id: workspaceId });
    const status = decided(grant, decision, now);
    if (status === null) return 'too-late';
    if (status === 'approved' && !approverIsAdmin) return 'not-an-admin';
    await writeDecision(trx, {
      acquisition_id: grant.acquisition_id,
      status,
      decided_by: userId,
      decided_at: now,
      workspace_id: status === 'approved' ? workspaceId : null,
      limits: status === 'approved' ? limits : noKeyLimits,
    });
    const { acquisition_id: subject } = grant;
    if (status === 'approved')
      await recordEvent(trx, { action: 'device-approved', actor: userId, workspaceId, subject });
    return 'decided';
  });
}

/** Version 4 of RFC 9562, from the randomness that was handed in. */
function randomUuid(randomBytes: RandomBytes): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
