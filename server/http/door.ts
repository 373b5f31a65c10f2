/** The path of every request through a door: id, admission slot, answer or refusal, release, report. */
import type { Request, Response } from 'express';
import { type Admit, type Slot, takeSlot } from './slot.ts';
import { isRequestId } from '../contract/validation/request-headers.ts';

export interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly slot: Slot;
}

/** An exchange without a slot, because a refused or failed request may not have had one. */
export type Exchange = Omit<Visit, 'slot'>;

export interface Door<Report> {
  /** Sends the answer and returns its report for the log; throws refusals. */
  readonly answer: (visit: Visit) => Promise<Report>;
  /** Sends the refusal and returns its code. */
  readonly refuse: (exchange: Exchange, thrown: unknown) => Promise<string> | string;
  /** `report` is null for a refused request, `code` for an answered one; `ms` is exact to the microsecond. */
  readonly note?: (exchange: Exchange, noted: { report: Report | null; code: string | null; ms: number }) => void;
}

export interface DoorOptions {
  /** Takes an admission slot and returns its release, or null if none is free. */
  readonly admit: Admit;
  readonly newRequestId: () => string;
  /** Monotonic clock in milliseconds. */
  readonly elapsed: () => number;
}

export function open<Report>(door: Door<Report>, { admit, newRequestId, elapsed }: DoorOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const started = elapsed();
    const requestId = requestIdOf(request, newRequestId);
    const exchange: Exchange = { request, response, requestId };
    let slot: Slot | null = null;
    let report: Report | null = null;
    let code: string | null = null;
    try {
      slot = takeSlot(admit);
      report = await door.answer({ request, response, requestId, slot });
    } catch (thrown) {
      code = thrown instanceof HungUp ? leave(response) : await door.refuse(exchange, thrown);
    } finally {
      slot?.leave();
    }
    door.note?.(exchange, { report, code, ms: since(started, elapsed) });
  };
}

/** Milliseconds, rounded to the microsecond. */
export function since(started: number, elapsed: () => number): number {
  return Math.round((elapsed() - started) * 1_000) / 1_000;
}

/** The client's own id if it is usable: every answer then repeats it, refusals included. */
export function requestIdOf(request: Pick<Request, 'headers'>, newRequestId: () => string): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && isRequestId(sent) ? sent : newRequestId();
}

/** The client hung up before its answer was charged: no answer and no refusal can reach it. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

/** False once the client has hung up. */
export const isListening = (request: Request): boolean => !request.socket.destroyed;

/** For the log only; other servers log the same status. */
export const hungUp = { status: 499, code: 'hung-up' } as const;

function leave(response: Response): string {
  response.statusCode = hungUp.status;
  response.destroy();
  return hungUp.code;
}
