// Command `diff`: changes in a brief between two cutoffs, from two documents that can be requested again.
import { randomUUID } from 'node:crypto';
import type { Brief } from '../../../generated/api.ts';
import { type Change, diff } from '../../evidence/diff.ts';
import { ResearchError } from '../../problems.ts';
import type { ResearchClient } from '../../research-client.ts';
import type { ResearchResult } from '../../result.ts';
import { chargeLine, chargeOf } from '../calls/charge.ts';
import type { Command, Context } from '../command.ts';
import type { ExitCode } from '../calls/exit-codes.ts';
import { usage } from '../calls/failure.ts';
import { present } from '../command-input.ts';
import { showChanges } from '../show/changes.ts';
import { safeDocument, safeText } from '../terminal/safe-text.ts';
import { isUuid } from '../values.ts';
import { asking, briefOf, subjectKind } from './asking.ts';

/** The maximum of the contract: omitted records cannot be compared. */
const RESULTS_MAX = 20;

/** Leaves room for the suffix of each question. */
const ID_MAX = 118;

export const diffCommand: Command = {
  name: 'diff',
  about: 'what changed in a brief between two cutoffs',
  argument: {
    name: 'subject',
    kind: subjectKind,
    about: 'a covered ticker, or an id from research beliefs --entities',
  },
  options: ['from', 'to', 'request-id', 'max-charge'],
  charge: '2 requests, one for each cutoff; 3 where the earlier brief has room for fewer views than the later one',
  examples: ['research diff NWTB --from 2026-04-01', 'research diff NWTB --from 2026-04-01 --to 2026-07-01 --json'],
  run: async (context, given) => {
    const from = given.text('from');
    if (from === undefined)
      throw usage('research diff needs --from TIME, the earlier cutoff', 'research diff NWTB --from 2026-04-01');
    const to = given.text('to');
    if (to !== undefined && Date.parse(to) <= Date.parse(from))
      throw usage('--to is not later than --from', 'swap the two');
    const client = await context.client('key');
    const id = given.text('request-id') ?? randomUUID();
    if (id.length > ID_MAX)
      throw usage(
        `--request-id is longer than ${ID_MAX} characters`,
        'shorten it: the ids of both sides begin with it',
      );
    context.unfinished.again = () => `The same command with --request-id ${id}`;
    const pair = { word: given.word('subject'), cutoffs: { from, to }, id };
    return print(context, pair.word, await bothOf(context, client, pair));
  },
};

type Side = 'from' | 'to';

type Pair = {
  readonly word: string;
  readonly cutoffs: { readonly from: string; readonly to: string | undefined };
  /** Prefix of both request ids, so that the whole comparison can be repeated. */
  readonly id: string;
};

type Comparison = {
  readonly before: ResearchResult<Brief>;
  readonly after: ResearchResult<Brief>;
  /** In request order: the last one reports what is left. */
  readonly answered: readonly ResearchResult<Brief>[];
};

/** If one brief exceeds its size limit, both are requested again with as many views as fit; a refusal is free. */
async function bothOf(context: Context, client: ResearchClient, { word, cutoffs, id }: Pair): Promise<Comparison> {
  const answered: ResearchResult<Brief>[] = [];
  const ask = async (side: Side, max_results: number): Promise<ResearchResult<Brief>> => {
    const form = isUuid(word) ? {} : { detail: 'full' as const };
    const query = briefOf(word, { max_results, ...form, ...present({ as_of: cutoffs[side] }) });
    const options = { signal: context.world.signal, requestId: `${id}:${side}:${max_results}` };
    const result = await asking(context, () => client.brief(query, options));
    answered.push(result);
    return result;
  };
  for (let most = RESULTS_MAX; ;) {
    try {
      // The larger brief first, because it is the one that may be refused.
      const after = await ask('to', most);
      return { before: await ask('from', most), after, answered };
    } catch (thrown) {
      const fits = thrown instanceof ResearchError ? thrown.problem?.suggested_max_results : undefined;
      if (fits === undefined || fits >= most) throw thrown;
      most = fits;
    }
  }
}

function print({ output }: Context, word: string, { before, after, answered }: Comparison): ExitCode {
  const changes: readonly Change[] = diff(before, after);
  const charged = chargeLine(chargeOf(answered));
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
