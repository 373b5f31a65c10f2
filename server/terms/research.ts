// Types of time and state, shared by the contract, the store and the layers above.

/** Research for payers, and the fictional preview for everyone. */
export type Collection = 'live' | 'preview';

/** An instant in UTC as `YYYY-MM-DDTHH:MM:SS.sssZ`. Lexical order is time order, so instants are compared as text. */
export type Instant = string;

/** A day of the calendar as `YYYY-MM-DD`, without a zone. */
export type CalendarDate = string;

/** The newest state of a collection, on which answers depend. */
export type Head = {
  readonly version: number;
  readonly watermark: Instant;
  /** Number of legal removals so far: each changes answers at every cutoff. */
  readonly removals: number;
};

/** The benchmark of every price; its prices need no listing. */
export const benchmarkTicker = 'SPY';
