/** Purchases of a reader: charged once an id, delivered again free, refused without credit. */
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Receipt } from '../../../generated/api.ts';
import type { Answer, Delivery, MeteredCall } from '../../contract/metered.ts';
import { isListening } from '../../http/door.ts';
import type { SignedIn } from '../shell/signed-in.ts';
import type { ReadingContext } from './front.ts';
import { type ChangesQuestion, type Question, requestOfChanges, requestOfQuestion } from './question.ts';

export type Membership = SignedIn['memberships'][number];

/** A document that a reader pays for. */
export type PricedDocument = Pick<MeteredCall, 'parameters' | 'request' | 'build'> & {
  operation: 'getBrief' | 'listChanges' | 'listBeliefs' | 'getBelief';
};

export function briefReading({ answers }: ReadingContext, question: Question): PricedDocument {
  return {
    operation: 'getBrief',
    parameters: question,
    request: requestOfQuestion(question),
    build: (): Promise<Answer> => answers.brief('live', question),
  };
}

export function changesReading({ answers }: ReadingContext, question: ChangesQuestion): PricedDocument {
  return {
    operation: 'listChanges',
    parameters: question,
    request: requestOfChanges(question),
    build: (): Promise<Answer> => answers.changes('live', question),
  };
}

/**
 * The request id of a form: its mark together with the question. Sending a form twice is one request; another question
 * is another request.
 */
export function requestIdOf(once: string, { request }: PricedDocument): string {
  return `page-${createHash('sha256').update(`${once} ${request}`).digest('hex').slice(0, 32)}`;
}

export type Purchase = { viewer: SignedIn; workspaceId: string; id: string; request: Request };

export function deliver(
  context: ReadingContext,
  { viewer, workspaceId, id, request }: Purchase,
  reading: PricedDocument,
): Promise<Delivery> {
  return context.deliver({
    ...reading,
    payer: { kind: 'session', sessionId: viewer.sessionId, workspaceId },
    collection: 'live',
    requestId: id,
    isOwnId: true,
    isListening: () => isListening(request),
  });
}

export type PaidReceipt = { pays: Membership; receipt: Receipt };

/**
 * The receipt in one of the reader's workspaces, or null. Without one nothing is delivered: that would be a purchase.
 */
export async function openedBefore(
  context: ReadingContext,
  viewer: SignedIn,
  { id, operation }: { id: string; operation: PricedDocument['operation'] },
): Promise<PaidReceipt | null> {
  for (const pays of viewer.memberships) {
    const principal = { keyId: '', collection: 'live', accountId: pays.workspaceId } as const;
    const receipt = await context.accounts.receipt(principal, id);
    if (receipt === null || receipt.operation !== operation || receipt.mode !== 'live') continue;
    if (receipt.replay_until > context.now()) return { pays, receipt };
  }
  return null;
}
