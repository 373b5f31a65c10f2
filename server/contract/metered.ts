/** A metered call: the interface between the doors (HTTP, MCP) and the meter, which decides about delivery. */
import type { Collection, MeteredOperation } from './operations.ts';
import type { Answer } from '../terms/answer.ts';
import type { Payer } from '../terms/payer.ts';

export type { Answer };

/** `unchanged`: the client holds the document already. `failed`: the client wants only another one. */
export type Condition = 'met' | 'unchanged' | 'failed';

export interface MeteredCall {
  readonly operation: MeteredOperation;
  readonly payer: Payer;
  /** Collection of the payer: a key names it, people and their chats read the live one. */
  readonly collection: Collection;
  readonly requestId: string;
  /** The client chose the request id, so it may have been used before. */
  readonly isOwnId: boolean;
  /** The validated parameters with defaults filled in, and those of the path. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Path and parameters as the receipt names them: sorted, percent-encoded. */
  readonly request: string;
  /** Builds the document, or throws a ProblemError. */
  readonly build: () => Promise<Answer>;
  /** The outcome of If-Match and If-None-Match for this document; null without such a header, absent where a door has no conditions. */
  readonly conditionOf?: ((answer: Answer) => Condition) | null;
  /** False once the client has hung up: the call is then not charged. */
  readonly isListening: () => boolean;
  /** Largest document that this door delivers; absent: no limit. */
  readonly bytesMax?: number;
}

export interface Delivery {
  readonly answer: Answer;
  /** The client holds it already: 304. */
  readonly notModified: boolean;
  readonly charge: 0 | 1;
  /** Requests that remain, or null for a preview key, which has no balance. */
  readonly remaining: number | 'unlimited' | null;
  readonly replayed: boolean;
  /** The key's id; `grant:` and the id of a chat's grant; `session:` and the id of a person. */
  readonly keyId: string;
}

/** Throws a ProblemError for everything that is not delivered; such a call is not charged. */
export type Deliver = (call: MeteredCall) => Promise<Delivery>;
