// Parts that all commands with a request share: the subject, the call options, and the progress display.
import type { BriefQuery, CallOptions } from '../../questions.ts';
import type { ResearchResult } from '../../result.ts';
import type { Context } from '../command.ts';
import { type CommandInput, present } from '../command-input.ts';
import { type Kind, isUuid, text } from '../values.ts';

/** A ticker or an entity id: no ticker has the form of an id. */
export const subjectKind: Kind = { ...text('SUBJECT', 36), placeholder: 'TICKER|ENTITY_ID' };

export function briefOf(word: string, rest: Omit<BriefQuery, 'ticker' | 'entity_id'>): BriefQuery {
  return isUuid(word) ? { entity_id: word.toLowerCase(), ...rest } : { ticker: word, ...rest };
}

export function callOf(context: Context, given: CommandInput): CallOptions {
  return { signal: context.world.signal, ...present({ requestId: given.text('request-id') }) };
}

/** Sends a request while the terminal shows progress. */
export function asking<T>(
  { waiting, world, timeoutMs }: Context,
  ask: () => Promise<ResearchResult<T>>,
): Promise<ResearchResult<T>> {
  return waiting.during('Asking', world.clock.elapsed() + timeoutMs, ask);
}
