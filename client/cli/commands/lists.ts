// research beliefs and research sources: pages of what is known, one page at a time or all of them at the cutoff of the first.
import type { BeliefStatus, BeliefsAnswer, Direction, Source } from '../../../generated/api.ts';
import type { ListOptions } from '../../research-client.ts';
import type { ResearchResult } from '../../result.ts';
import { type Show, colophon } from '../calls/answer.ts';
import { chargeLine, chargeOf } from '../calls/charge.ts';
import type { Command, Context } from '../command.ts';
import type { ExitCode } from '../calls/exit-codes.ts';
import { usage } from '../calls/failure.ts';
import { type Given, present } from '../given.ts';
import { type OptionName, metered } from '../options.ts';
import { asWord } from '../say.ts';
import { counted } from '../../words/text.ts';
import { showBeliefs, showEntities, showSources } from '../show/lists.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { safeDocument, safeText } from '../terminal/safe-text.ts';
import { callOf } from './asking.ts';

type Page = { readonly pagination: { readonly next_page_url: string | null } };

const filters = ['ticker', 'entity', 'person', 'direction', 'status', 'updated-since'] as const;
const paging = ['limit', 'all', 'page', 'as-of', ...metered] as const;
const charge = '1 request a page; each has an id of its own';
const manyPages =
  'Without --all it is one page, and the text names the next one. With --json each page of --all is a line of its own: the document as the service sent it.';

export const beliefsCommand: Command = {
  name: 'beliefs',
  about: 'attributed beliefs, the newest first; or the entities that have some',
  options: [...filters, 'entities', ...paging],
  charge,
  more: manyPages,
  examples: ['research beliefs --ticker KLPF --direction bearish', 'research beliefs --entities --all --max-charge 10'],
  run: async (context, given) => {
    refuseBeside('page', [...filters, 'entities', 'limit', 'as-of'], given);
    if (given.has('entities')) refuseBeside('entities', filters, given);
    const client = await context.client('key');
    const common = present({ limit: given.number('limit'), as_of: given.text('as-of') });
    const options = listOf(context, given);
    const asked = { name: 'beliefs', given } as const;
    if (given.has('entities')) return printPages(context, asked, client.entities(common, options).pages(), showEither);
    const query = present({
      ticker: given.text('ticker'),
      entity_id: given.text('entity'),
      person_id: given.text('person'),
      direction: given.text('direction') as Direction | undefined,
      status: given.text('status') as BeliefStatus | undefined,
      updated_since: given.text('updated-since'),
    });
    return printPages<BeliefsAnswer>(
      context,
      asked,
      client.beliefs({ ...common, ...query }, options).pages(),
      showEither,
    );
  },
};

/** A page that was gone on to says itself what it lists. */
function showEither(page: BeliefsAnswer, sheet: Sheet): void {
  if (page.view === 'entities') showEntities(page, sheet);
  else showBeliefs(page, sheet);
}

export const sourcesCommand: Command = {
  name: 'sources',
  about: 'where research comes from',
  options: ['kind', ...paging],
  charge,
  more: manyPages,
  examples: ['research sources --kind filing'],
  run: async (context, given) => {
    refuseBeside('page', ['kind', 'limit', 'as-of'], given);
    const client = await context.client('key');
    const query = present({
      kind: given.text('kind') as Source['kind'] | undefined,
      limit: given.number('limit'),
      as_of: given.text('as-of'),
    });
    const asked = { name: 'sources', given } as const;
    return printPages(context, asked, client.sources(query, listOf(context, given)).pages(), showSources);
  },
};

function listOf(context: Context, given: Given): ListOptions {
  return { ...callOf(context, given), ...present({ pageUrl: given.text('page') }) };
}

/** The address of a page has its filters in it, and entities are not filtered: what would be ignored is refused. */
function refuseBeside(option: OptionName, others: readonly OptionName[], given: Given): void {
  const other = given.has(option) ? others.find((name) => given.has(name)) : undefined;
  if (other !== undefined)
    throw usage(`--${other} means nothing beside --${option}`, `leave --${other} or --${option} out`);
}

type Asked = { readonly name: 'beliefs' | 'sources'; readonly given: Given };

async function printPages<T extends Page>(
  context: Context,
  { name, given }: Asked,
  pages: AsyncIterableIterator<ResearchResult<T>>,
  show: Show<T>,
): Promise<ExitCode> {
  const { output, waiting, world, timeoutMs, unfinished } = context;
  const isAll = given.has('all');
  const seen: ResearchResult<T>[] = [];
  for (;;) {
    const next = await waiting.during(
      seen.length === 0 ? 'Asking' : `Asking for page ${seen.length + 1}`,
      world.clock.elapsed() + timeoutMs,
      () => pages.next(),
    );
    if (next.done === true) break;
    seen.push(next.value);
    const { bytes, data } = next.value;
    const url = data.pagination.next_page_url;
    if (isAll && url !== null) {
      unfinished.nextPage = url;
      const rest = `research ${name} --all --page ${asWord(url)}`;
      unfinished.again = (requestId) => unfinished.command(rest, requestId);
    }
    if (output.isJson) output.document(bytes, isAll);
    else
      output.print((sheet) => {
        if (seen.length > 1) sheet.lines(['']);
        show(safeDocument(data), sheet);
      });
    if (!isAll) break;
  }
  conclude(context, given, seen);
  return 0;
}

function conclude<T extends Page>({ output }: Context, given: Given, seen: readonly ResearchResult<T>[]): void {
  const last = seen.at(-1);
  if (last === undefined) return;
  const more = given.has('all') ? null : last.data.pagination.next_page_url;
  const charged = `${chargeLine(chargeOf(seen))} ${seen.length > 1 ? `${counted(seen.length, 'page')}.` : `Request id ${safeText(last.requestId)}`}`;
  if (output.isJson) return output.note((sheet) => sheet.say(charged));
  output.print((sheet) => {
    sheet.lines(['']);
    if (more !== null) {
      sheet.say('There are more: --all, or the next page alone with');
      sheet.lines([`  --page ${asWord(safeText(more))}`]);
    }
    // The address of a page has its cutoff in it.
    colophon({ asOf: given.has('page') ? null : last.asOf, digest: seen.length === 1 ? last.digest : null }, sheet);
    sheet.say(charged);
  });
}
