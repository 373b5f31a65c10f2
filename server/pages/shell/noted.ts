/** Tells the log of what a person did, or was refused, on a page, and of what failed there. */
import type { Request } from 'express';
import type { SecurityEvent } from '../../access/security-events.ts';
import { addressBehind } from '../../metering/limits/address.ts';
import type { PageContext } from './context.ts';

export function note(context: PageContext, request: Request, event: Omit<SecurityEvent, 'address'>): void {
  context.onEvent?.({ ...event, address: addressBehind(request, context.rateLimits.proxies) });
}

/** Gives the id under which the log has it, for whoever asks the operator about it. */
export function noteFailure(
  context: PageContext,
  request: Request,
  cause: unknown,
  requestId = context.newRequestId(),
): string {
  const { path } = request.route as { path: string };
  context.onFailure({ requestId, operation: null, page: path, cause });
  return requestId;
}
