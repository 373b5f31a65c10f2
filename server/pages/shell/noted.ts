/** Log entries for actions and refusals on pages, and for their failures. */
import type { Request } from 'express';
import type { SecurityEvent } from '../../access/security-events.ts';
import { addressBehind } from '../../metering/limits/address.ts';
import type { PageContext } from './context.ts';

export function note(context: PageContext, request: Request, event: Omit<SecurityEvent, 'address'>): void {
  context.onEvent?.({ ...event, address: addressBehind(request, context.rateLimits.proxies) });
}

/** Returns the id of the log entry, which a person can name to the operator. */
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
