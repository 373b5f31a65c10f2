// research diff: what changed in a brief between two cutoffs, from two documents that anybody can get again.
import type { Brief } from '../../../generated/api.ts';
import { type Change, diff } from '../../diff.ts';
import { ResearchError } from '../../problems.ts';
import type { ResearchClient } from '../../research-client.ts';
import type { ResearchResult } from '../../result.ts';
import { chargeLine, chargeOf } from '../charge.ts';
import type { Command, Context } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { usage } from '../failure.ts';
import { type Given, present } from '../given.ts';
import { showChanges } from '../show/changes.ts';
import { safeDocument, safeText } from '../terminal/safe-text.ts';
import { isUuid } from '../values.ts';
import { asking, briefOf, callOf, subjectKind } from './asking.ts';

/** As many as there may be: what is left out can not be compared. */
const RESULTS_MAX = 20;

export const diffCommand: Command = {
  name: 'diff',
  about: 'what changed in a brief between two cutoffs',
  argument: {
    name: 'subject',
    kind: subjectKind,
    about: 'a covered ticker, or an id from research beliefs --entities',
  },
  options: ['from', 'to', 'max-charge'],
  charge: '2 requests, one for each cutoff',
  examples: ['research diff NWTB --from 2026-04-01', 'research diff NWTB --from 2026-04-01 --to 2026-07-01 --json'],
  run: async (context, given) => {
    const from = given.text('from');
    if (from === undefined)
      throw usage('research diff needs --from TIME, the earlier cutoff', 'research diff NWTB --from 2026-04-01');
    const to = given.text('to');
    if (to !== undefined && to <= from) throw usage('--to is not later than --from', 'swap the two');
    const client = await context.client('key');
    const pair = { word: given.word('subject'), cutoffs: [from, to] } as const;
    const [before, after] = await bothOf(context, given, client, pair);
    return print(context, pair.word, before, after);
  },
};

type Pair = { readonly word: string; readonly cutoffs: readonly [string, string | undefined] };
type Briefs = readonly [ResearchResult<Brief>, ResearchResult<Brief>];

/** Where one does not fit its bound, both are asked for with as many views as fit: a refusal costs nothing. */
async function bothOf(
  context: Context,
  given: Given,
  client: ResearchClient,
  { word, cutoffs }: Pair,
): Promise<Briefs> {
  const options = callOf(context, given);
  const ask = (as_of: string | undefined, max_results: number): Promise<ResearchResult<Brief>> => {
    const form = isUuid(word) ? {} : { detail: 'full' as const };
    return asking(context, () => client.brief(briefOf(word, { max_results, ...form, ...present({ as_of }) }), options));
  };
  for (let most = RESULTS_MAX; ;) {
    try {
      // The larger one first, which is refused first.
      const after = await ask(cutoffs[1], most);
      return [await ask(cutoffs[0], most), after];
    } catch (thrown) {
      const fits = thrown instanceof ResearchError ? thrown.problem?.suggested_max_results : undefined;
      if (fits === undefined || fits >= most) throw thrown;
      most = fits;
    }
  }
}

function print(
  { output }: Context,
  word: string,
  before: ResearchResult<Brief>,
  after: ResearchResult<Brief>,
): ExitCode {
  const changes: readonly Change[] = diff(before, after);
  // In the order in which they were asked: the last one says what is left.
  const charged = chargeLine(chargeOf([after, before]));
  const side = ({ asOf, digest, requestId, charge }: ResearchResult<Brief>) => ({
    as_of: asOf,
    document_digest: digest,
    request_id: requestId,
    charge,
  });
  if (output.isJson) {
    output.json({ subject: word, from: side(before), to: side(after), changes });
    output.note((sheet) => sheet.say(charged));
    return 0;
  }
  const [earlier, later] = safeDocument([before.data, after.data] as const);
  output.print((sheet) => {
    showChanges(safeDocument(changes), { subject: safeText(word), earlier, later }, sheet);
    sheet.gap();
    sheet.say(charged);
  });
  return 0;
}
