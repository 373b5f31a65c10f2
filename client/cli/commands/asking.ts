// What commands that ask the service have in common: the subject, the options of a call, and the waiting for its answer.
import type { BriefQuery, CallOptions } from '../../questions.ts';
import type { ResearchResult } from '../../result.ts';
import type { Context } from '../command.ts';
import { type Given, present } from '../given.ts';
import { type Kind, isUuid, text } from '../values.ts';

/** A ticker, or the id of an entity: no ticker looks like one. */
export const subjectKind: Kind = { ...text('SUBJECT', 36), placeholder: 'TICKER|ENTITY_ID' };

export function briefOf(word: string, rest: Omit<BriefQuery, 'ticker' | 'entity_id'>): BriefQuery {
  return isUuid(word) ? { entity_id: word.toLowerCase(), ...rest } : { ticker: word, ...rest };
}

export function callOf(context: Context, given: Given): CallOptions {
  return { signal: context.world.signal, ...present({ requestId: given.text('request-id') }) };
}

/** Asks, while the terminal shows that it does. */
export function asking<T>(
  { waiting, world, timeoutMs }: Context,
  ask: () => Promise<ResearchResult<T>>,
): Promise<ResearchResult<T>> {
  return waiting.during('Asking', world.clock.elapsed() + timeoutMs, ask);
}
