// The words of time and state that the contract, the store and all that lies above them share.

/** What is published for payers, and what everybody may try. */
export type Collection = 'live' | 'preview';

/** An instant in UTC as `YYYY-MM-DDTHH:MM:SS.sssZ`. Lexical order is time order, so instants are compared as text. */
export type Instant = string;

/** A day of the calendar as `YYYY-MM-DD`, without a zone. */
export type CalendarDate = string;

/** The newest state of a collection, from which an answer follows. */
export type Head = {
  readonly version: number;
  readonly watermark: Instant;
  /** Legal removals and the like so far: each changes answers at every cutoff. */
  readonly removals: number;
};

/** The listing that every price is compared with; its prices need no listing of their own. */
export const benchmarkTicker = 'SPY';
