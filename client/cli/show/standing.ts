// Head of a document as text: mode, freshness and coverage, with all warnings and limitations.
import type { DataStatus, Warning } from '../../../generated/api.ts';
import { dayOrNone, instantOrNone } from '../say.ts';
import { capital } from '../../words/text.ts';
import { type Ink, joined } from '../terminal/ink.ts';
import type { Fact, Sheet } from '../terminal/sheet.ts';
import { label } from './looks.ts';
import { coverages, freshnesses, modes, prices } from '../../words/states.ts';

export interface Standing {
  readonly data_status: DataStatus;
  readonly warnings: readonly Warning[];
}

/** `counts` describes the shown part of the whole. */
export function standing({ data_status: data, warnings }: Standing, sheet: Sheet, counts?: string): void {
  const { ink } = sheet;
  const market = data.market_freshness;
  const facts: Fact[] = [
    ['Mode', label(modes, data.mode, ink, data.mode === 'preview' ? 'preview: fictional data for testing' : 'live')],
    [
      'Freshness',
      `${label(freshnesses, data.freshness, ink)}, newest observation ${instantOrNone(data.latest_observation_at)}`,
    ],
    ['Coverage', `${label(coverages, data.coverage, ink)}${counts === undefined ? '' : `: ${counts}`}`],
  ];
  if (market !== undefined) {
    const through = `expected ${dayOrNone(market.expected_session)}, security through ${dayOrNone(market.security_through)}, benchmark through ${dayOrNone(market.benchmark_through)}`;
    // The reason only repeats the dates if the price is current; otherwise it is among the limitations, which are
    // printed.
    const isSaid = market.status === 'current' || data.limitations.includes(market.reason);
    const reason = isSaid ? [] : [market.reason];
    facts.push(['Market', [`${label(prices, market.status, ink)}: ${through}`, ...reason]]);
  }
  sheet.facts(facts);
  cautions([{ data_status: data, warnings }], sheet);
}

/** Mode, freshness and coverage in one line. */
export function standingLine({ mode, freshness, coverage }: DataStatus, ink: Ink): string {
  const data = label(freshnesses, freshness, ink, `data ${freshness}`);
  return joined(ink, label(modes, mode, ink), data, label(coverages, coverage, ink, `coverage ${coverage}`));
}

/** All warnings and limitations of these documents, without repetition. */
export function cautions(documents: readonly Standing[], sheet: Sheet): void {
  const { paint, glyphs } = sheet.ink;
  const warned = documents.flatMap(({ warnings }) =>
    warnings.map(({ code, message, pointer }) => {
      const where = pointer === null ? code : `${code} at ${pointer}`;
      return `${message} ${paint('dim', `(${where})`)}`;
    }),
  );
  const limited = documents.flatMap(({ data_status: { limitations } }) => limitations);
  if (warned.length + limited.length === 0) return;
  sheet.gap();
  sheet.say(paint('bold', paint('warn', 'Before you rely on this')));
  for (const warning of new Set(warned)) sheet.item(warning, { sign: paint('warn', glyphs.warn) });
  for (const limitation of new Set(limited)) sheet.item(limitation);
}

/** Limitations of one part, printed under it. */
export function limits(limitations: readonly string[], sheet: Sheet, indent = 0): void {
  for (const limitation of limitations) sheet.item(sheet.ink.paint('dim', limitation), { indent });
}

/** Number of records that are counted but not shown. */
export function left(count: number, one: string, sheet: Sheet, { indent = 0, several = `${one}s` } = {}): void {
  if (count === 0) return;
  const more = count === 1 ? `1 more ${one} is` : `${count.toLocaleString('en-US')} more ${several} are`;
  sheet.say(sheet.ink.paint('dim', capital(`${more} not shown here.`)), indent);
}
