// The command that shows every input of a brief's numbers.
import { explain } from '../../answers/briefs/explain.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../command.ts';

type Explanation = Awaited<ReturnType<typeof explain>>;

export const explainCommands: readonly Command[] = [
  {
    name: 'explain',
    about:
      'Shows every input of the numbers in a ticker’s brief: the cutoff and version, the price and its status, each belief with its mark, the setups, the related companies, and the chart. Nothing is rounded with --json.',
    usage: 'TICKER… [--as-of T]',
    positionals: { name: 'TICKER', min: 1, max: 1000, areFiles: false },
    options: { 'as-of': 'the cutoff, by default the newest settled one' },
    instants: ['as-of'],
    flags: ['preview'],
    examples: ['explain AAPL --as-of 2015-01-05T23:59:59Z', 'explain NWTB --preview --json'],
    run: runExplain,
  },
];

type ExplainRefusal = { ticker: string; refused: true; code: string; detail: string };

async function explainOne(
  { store, now }: CommandContext,
  collection: Arguments['collection'],
  request: { ticker: string; as_of?: string | undefined },
): Promise<Explanation | ExplainRefusal> {
  try {
    return await explain({ store, collection, now }, request);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ticker: request.ticker, refused: true, code: error.code, detail: error.message };
  }
}

/** Several tickers are explained independently: an uncovered one does not hide the others. */
async function runExplain(
  context: CommandContext,
  { collection, positionals, values }: Arguments,
): Promise<CommandResult> {
  const explained: (Explanation | ExplainRefusal)[] = [];
  for (const ticker of positionals) {
    explained.push(await explainOne(context, collection, { ticker, as_of: values['as-of'] }));
  }
  const lines = explained.flatMap((one) => ('refused' in one ? [`${one.ticker}: ${one.detail}`] : explainLines(one)));
  const [only] = explained;
  return {
    exit: explained.some((one) => 'refused' in one) ? 1 : 0,
    report: explained.length === 1 && only !== undefined ? only : { explained },
    lines,
  };
}

function explainLines(report: Explanation): string[] {
  const { price, industry } = report;
  return [
    `${report.ticker} as of ${report.as_of}: release ${report.version}, effective ${report.effective_at ?? 'never'}`,
    `price: ${price.status}. ${price.reason}`,
    ...(price.reference === null ? [] : [`  ${price.reference.price} of ${price.reference.source}`]),
    `industry: ${industry.sic ?? 'unknown'}; ${industry.related_records} related records on ${industry.related_companies} companies`,
    `trade state (${report.policy}): ${report.trade_state.action}, ${report.trade_state.decision_mode}`,
    ...report.setups.map(
      (setup) =>
        `  ${setup.direction}: ${setup.price_confirmation}, median excess ${shown(setup.median_excess_percent)} of ${setup.measured_views} measured in ${setup.counting_views} counting views`,
    ),
    `beliefs: ${report.beliefs.length}; shown: ${report.returned.length}`,
    ...report.beliefs.map(beliefLine),
  ];
}

function beliefLine({
  belief_id,
  person_id,
  direction,
  status,
  first_observed_at,
  mark,
}: Explanation['beliefs'][number]): string {
  const about = `  ${belief_id}  ${direction} ${status}  ${first_observed_at}  ${person_id}`;
  if (mark.state !== 'measured')
    return `${about}\n    mark: ${'reason' in mark ? `${mark.state}, ${mark.reason}` : mark.state}`;
  return `${about}\n    mark: ${shown(mark.security_percent)} %, benchmark ${shown(mark.benchmark_percent)} %, from ${mark.entry_session} (${mark.entry_price}) to ${mark.latest_session} (${mark.latest_price})`;
}

const shown = (value: number | null): string => (value === null ? 'none' : value.toFixed(2));
