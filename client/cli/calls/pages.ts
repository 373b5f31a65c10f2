// Pages of a list on the terminal: one, or all of them, and what they cost together.
import type { ResearchResult } from '../../result.ts';
import { type Show, colophon } from './answer.ts';
import { chargeLine, chargeOf, freeLine } from './charge.ts';
import type { Context } from '../command.ts';
import type { ExitCode } from './exit-codes.ts';
import type { CommandInput } from '../command-input.ts';
import { asWord } from '../say.ts';
import { counted } from '../../words/text.ts';
import { safeDocument, safeText } from '../terminal/safe-text.ts';

type Page = { readonly pagination: { readonly next_page_url: string | null } };

/** The command and its input, for the line that continues an interrupted list. */
type PageRequest = { readonly name: string; readonly given: CommandInput; readonly isFree?: boolean };

export async function printPages<T extends Page>(
  context: Context,
  { name, given, isFree = false }: PageRequest,
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
  conclude(context, { given, isFree }, seen);
  return 0;
}

function conclude<T extends Page>(
  { output }: Context,
  { given, isFree }: Omit<Required<PageRequest>, 'name'>,
  seen: readonly ResearchResult<T>[],
): void {
  const last = seen.at(-1);
  if (last === undefined) return;
  const more = given.has('all') ? null : last.data.pagination.next_page_url;
  const charged = isFree
    ? freeLine
    : `${chargeLine(chargeOf(seen))} ${seen.length > 1 ? `${counted(seen.length, 'page')}.` : `Request id ${safeText(last.requestId)}`}`;
  if (output.isJson) return output.note((sheet) => sheet.say(charged));
  output.print((sheet) => {
    sheet.lines(['']);
    if (more !== null) {
      sheet.say('There are more: --all, or the next page alone with');
      sheet.lines([`  --page ${asWord(safeText(more))}`]);
    }
    // The address of a page already contains its cutoff.
    colophon({ asOf: given.has('page') ? null : last.asOf, digest: seen.length === 1 ? last.digest : null }, sheet);
    sheet.say(charged);
  });
}
