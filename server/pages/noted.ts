/** Tells the log of what a person did, or was refused, on a page. */
import type { Request } from 'express';
import type { SecurityEvent } from '../access/security-events.ts';
import { addressBehind } from '../metering/address.ts';
import type { PageContext } from './context.ts';

export function note(context: PageContext, request: Request, event: Omit<SecurityEvent, 'address'>): void {
  context.onEvent?.({ ...event, address: addressBehind(request, context.rateLimits.proxies) });
}
