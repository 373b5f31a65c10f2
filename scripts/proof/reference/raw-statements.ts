// Statements as the operator's file has them, one JSON object a line, with every field that a course depends on.
import { instant } from './instants.ts';

/** A price that the author names, with the end of its horizon. */
export type Target = {
  low: number | null;
  high: number | null;
  currency: string;
  untilOn: string | null;
};
export type Statement = {
  recordId: string;
  personId: string;
  personName: string;
  personHandle: string | null;
  ticker: string;
  securityName: string | null;
  direction: string;
  basis: string | null;
  observedAt: string;
  isDay: boolean;
  transactionDate: string | null;
  isDropped: boolean;
  text: string;
  url: string;
  horizon: { text: string; untilOn: string | null } | null;
  target: Target | null;
  /** Index of the release that brings it. */
  release: number;
};

type HorizonField = { text: string; until_on?: string | null };
export type StatementLine = {
  record_id: string;
  person: { id: string; name: string; handle?: string | null; kind?: string };
  security: { ticker: string; name?: string | null };
  direction: string;
  direction_basis?: string | null;
  observed_at: string;
  observed_at_precision?: string | null;
  transaction_date?: string | null;
  coverage?: string | null;
  statement: string;
  source_url: string;
  horizon?: HorizonField | null;
  target?: { low?: string | null; high?: string | null; currency: string; horizon?: HorizonField | null } | null;
};

function targetOf({ target }: StatementLine): Target | null {
  if (!target) return null;
  const number = (text: string | null | undefined): number | null => (text == null ? null : Number(text));
  return {
    low: number(target.low),
    high: number(target.high),
    currency: target.currency,
    untilOn: target.horizon?.until_on ?? null,
  };
}

export function statementOf(line: StatementLine, release = 0): Statement {
  const { horizon } = line;
  return {
    recordId: line.record_id,
    personId: line.person.id,
    personName: line.person.name,
    personHandle: line.person.handle ?? null,
    ticker: line.security.ticker.toUpperCase(),
    securityName: line.security.name ?? null,
    direction: line.direction,
    basis: line.direction_basis || null,
    observedAt: instant(line.observed_at),
    isDay: line.observed_at_precision === 'day',
    transactionDate: line.transaction_date ?? null,
    isDropped: line.coverage === 'dropped',
    text: line.statement,
    url: line.source_url,
    horizon: horizon ? { text: horizon.text, untilOn: horizon.until_on ?? null } : null,
    target: targetOf(line),
    release,
  };
}

export function parseStatements(text: string, release = 0): Statement[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => statementOf(JSON.parse(line) as StatementLine, release));
}
