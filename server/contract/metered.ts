/** What a metered call is, between whoever takes it (HTTP, MCP) and the meter that decides whether it may be delivered. */
import type { Collection, MeteredOperation } from './operations.ts';
import type { Answer } from '../terms/answer.ts';
import type { Payer } from '../terms/payer.ts';

export type { Answer };

/** `unchanged`: the client holds the document already. `failed`: the client wants only another one. */
export type Condition = 'met' | 'unchanged' | 'failed';

export interface MeteredCall {
  readonly operation: MeteredOperation;
  readonly payer: Payer;
  /** What the payer reads: a key names it, people and their chats read what is live. */
  readonly collection: Collection;
  readonly requestId: string;
  /** The client chose the id: it may have been used before. */
  readonly isOwnId: boolean;
  /** The validated parameters with defaults filled in, and those of the path. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Path and parameters as the receipt names them: sorted, percent-encoded. */
  readonly request: string;
  /** Builds the document. Throws a ProblemError where there is none. */
  readonly build: () => Promise<Answer>;
  /** The outcome of If-Match and If-None-Match for this document; absent where a door has no conditions. */
  readonly conditionOf?: (answer: Answer) => Condition;
  /** False once the client has hung up: nobody hears the answer, and nobody is charged for it. */
  readonly isListening: () => boolean;
  /** The largest document that this door lets through; any size where it says nothing. */
  readonly bytesMax?: number;
}

export interface Delivery {
  readonly answer: Answer;
  /** The client holds it already: 304. */
  readonly notModified: boolean;
  readonly charge: 0 | 1;
  /** Requests left, null where a preview key has nothing to lose. */
  readonly remaining: number | 'unlimited' | null;
  readonly replayed: boolean;
  /** The key; of a chat, `grant:` and the id of its grant; of a person, `session:` and the id of the person. */
  readonly keyId: string;
}

/** Throws a ProblemError for everything that is not delivered; nothing is charged then. */
export type Deliver = (call: MeteredCall) => Promise<Delivery>;
