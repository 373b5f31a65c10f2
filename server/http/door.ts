/**
 * The way in that every request takes, whichever door it knocks at: it gets an id and a place among the requests in work,
 * is answered or refused, gives the place back, and is noted. How a door answers and refuses is its own.
 */
import type { Request, Response } from 'express';
import { type Admit, type Place, takePlace } from './place.ts';
import { isRequestId } from '../contract/validation/request-headers.ts';

export interface Visit {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly place: Place;
}

/** A request that was refused, or failed, may have had no place. */
export type Refused = Omit<Visit, 'place'>;

export interface Door<Told> {
  /** Sends the answer, and tells what there is to note of it. Throws what is to be refused. */
  readonly answer: (visit: Visit) => Promise<Told>;
  /** Sends the refusal. Gives its code. */
  readonly refuse: (refused: Refused, thrown: unknown) => Promise<string> | string;
  /** Milliseconds to the microsecond. `told` is null where the request was refused, `code` where it was answered. */
  readonly note?: (refused: Refused, noted: { told: Told | null; code: string | null; ms: number }) => void;
}

export interface DoorOptions {
  /** Takes a place among the requests in work; null when there is none left. Call what it gives to free the place. */
  readonly admit: Admit;
  readonly newRequestId: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
}

export function open<Told>(door: Door<Told>, { admit, newRequestId, elapsed }: DoorOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const started = elapsed();
    const refused: Refused = { request, response, requestId: requestIdOf(request, newRequestId) };
    let place: Place | null = null;
    let told: Told | null = null;
    let code: string | null = null;
    try {
      place = takePlace(admit);
      told = await door.answer({ ...refused, place });
    } catch (thrown) {
      code = thrown instanceof HungUp ? leave(response) : await door.refuse(refused, thrown);
    } finally {
      place?.leave();
    }
    door.note?.(refused, { told, code, ms: since(started, elapsed) });
  };
}

/** Milliseconds to the microsecond. */
export function since(started: number, elapsed: () => number): number {
  return Math.round((elapsed() - started) * 1_000) / 1_000;
}

/** The client's own id where it is usable, so that it finds its request again in every answer, refusals included. */
export function requestIdOf(request: Pick<Request, 'headers'>, newRequestId: () => string): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && isRequestId(sent) ? sent : newRequestId();
}

/** Thrown where the client has hung up before its answer was paid for: nobody hears an answer or a refusal. */
export class HungUp extends Error {
  override readonly name = 'HungUp';
}

/** False once the client has hung up: nobody hears the answer. */
export const isListening = (request: Request): boolean => !request.socket.destroyed;

/** For the log alone; the status is that of other servers' logs. */
export const hungUp = { status: 499, code: 'hung-up' } as const;

function leave(response: Response): string {
  response.statusCode = hungUp.status;
  response.destroy();
  return hungUp.code;
}
