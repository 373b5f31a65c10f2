/** Long poll: a reply without news is held back until there is some, or until the time that the client prefers is over. */
import { conditionOf } from './conditions.ts';
import { HungUp, isListening } from './door.ts';
import type { Slot } from './slot.ts';
import { digestOf } from './respond.ts';
import type { AnyReply } from './send-answer.ts';
import { limits } from '../contract/limits.ts';
import type { Request, Response } from 'express';

/** Seconds of a `wait` preference, cut to the bound; null for none, or for one that is not a whole number above 0. */
export function waitOf(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  for (const part of String(header).split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((one) => one.trim());
    if (name.toLowerCase() !== 'wait') continue;
    // Of several the first counts (RFC 7240, section 2).
    const seconds = Number(/^(?:(\d{1,9})|"(\d{1,9})")$/.exec(value)?.slice(1).find(Boolean) ?? 0);
    return seconds > 0 ? Math.min(seconds, limits.held_seconds_max) : null;
  }
  return null;
}

export interface Holdable {
  readonly request: Request;
  readonly response: Response;
  readonly slot: Slot;
  /** The address that a held request counts for. */
  readonly holder: () => string;
  readonly elapsed: () => number;
  /** The reply of this moment. */
  readonly reply: () => Promise<AnyReply>;
}

export interface HoldResult {
  readonly reply: AnyReply;
  /** Milliseconds for which the request was held. */
  readonly ms: number;
}

/** The reply with its headers. A request that no longer fits among the held ones is answered at once. */
export async function heldReply(call: Holdable): Promise<HoldResult> {
  const reply = await call.reply();
  const seconds = reply.holding === undefined ? null : waitOf(call.request.headers['prefer']);
  if (seconds === null) return { reply, ms: 0 };
  const started = call.elapsed();
  const applied = await held(call, reply, started + seconds * 1_000);
  const ms = call.elapsed() - started;
  return applied === null ? { reply, ms } : { reply: withPreference(applied, seconds), ms };
}

/** Caches would answer the next wait with what they have stored of this one. */
function withPreference(reply: AnyReply, seconds: number): AnyReply {
  const { caching, headers } = reply;
  return {
    ...reply,
    caching: caching === 'private' ? caching : 'fresh',
    headers: { ...headers, 'Preference-Applied': `wait=${seconds}` },
  };
}

/** Null if the request cannot be held. */
async function held(call: Holdable, first: AnyReply, deadline: number): Promise<AnyReply | null> {
  let reply = first;
  while (isIdle(call, reply)) {
    const left = deadline - call.elapsed();
    if (left <= 0) return reply;
    const isOver = await once(call, reply, left);
    if (isOver === null) return null;
    if (!isListening(call.request)) throw new HungUp();
    reply = await call.reply();
    if (isOver) return reply;
  }
  return reply;
}

/** True if nothing more is worth waiting for; null if the request cannot be held. */
async function once({ response, slot, holder }: Holdable, { holding }: AnyReply, ms: number): Promise<boolean | null> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  try {
    const waiting = holding?.until({ ms, holder: holder(), signal: gone.signal }) ?? null;
    return waiting === null ? null : await slot.whileArriving(() => waiting);
  } finally {
    response.off('close', leave);
  }
}

function isIdle({ request }: Holdable, { holding, bytes, sha256 }: AnyReply): boolean {
  if (holding?.isIdle === true) return true;
  if (bytes === undefined || request.headers['if-none-match'] === undefined) return false;
  return conditionOf(request, { bytes, sha256: sha256 ?? digestOf(bytes) }) === 'unchanged';
}
