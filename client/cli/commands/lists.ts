// Commands that list research: beliefs, sources, the evidence of a source; one page, or all pages at one cutoff.
import type { BeliefStatus, BeliefsAnswer, Direction, Source } from '../../../generated/api.ts';
import type { ListOptions } from '../../questions.ts';
import type { Command, Context } from '../command.ts';
import { usage } from '../calls/failure.ts';
import { printPages } from '../calls/pages.ts';
import { type CommandInput, present } from '../command-input.ts';
import { type OptionName, metered } from '../options.ts';
import { asWord } from '../say.ts';
import { showBeliefs, showEntities, showSources } from '../show/lists.ts';
import { showSourceEvidence } from '../show/records.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { text } from '../values.ts';
import { callOf } from './asking.ts';

const observed = ['observed-since', 'observed-until'] as const;
const filters = ['ticker', 'entity', 'person', 'direction', 'status', 'updated-since', ...observed] as const;
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
      ...observedOf(given),
    });
    return printPages<BeliefsAnswer>(
      context,
      asked,
      client.beliefs({ ...common, ...query }, options).pages(),
      showEither,
    );
  },
};

/** A continued page shows by its fields whether it lists beliefs or entities. */
function showEither(page: BeliefsAnswer, sheet: Sheet): void {
  if (page.view === 'entities') showEntities(page, sheet);
  else showBeliefs(page, sheet);
}

export const sourcesCommand: Command = {
  name: 'sources',
  about: 'where research comes from',
  options: ['kind', ...observed, ...paging],
  charge,
  more: manyPages,
  examples: ['research sources --kind filing'],
  run: async (context, given) => {
    refuseBeside('page', ['kind', ...observed, 'limit', 'as-of'], given);
    const client = await context.client('key');
    const query = present({
      kind: given.text('kind') as Source['kind'] | undefined,
      ...observedOf(given),
      limit: given.number('limit'),
      as_of: given.text('as-of'),
    });
    const asked = { name: 'sources', given } as const;
    return printPages(context, asked, client.sources(query, listOf(context, given)).pages(), showSources);
  },
};

export const sourceEvidenceCommand: Command = {
  name: 'source-evidence',
  about: 'everything captured from one source, the newest first',
  argument: { name: 'id', kind: text('ID'), about: 'an id such as src_…' },
  options: [...observed, ...paging],
  charge,
  more: manyPages,
  examples: ['research source-evidence src_862d7788e97ba21d32d8ed480227c501 --all'],
  run: async (context, given) => {
    refuseBeside('page', [...observed, 'limit', 'as-of'], given);
    const client = await context.client('key');
    const id = given.word('id');
    const query = present({
      ...observedOf(given),
      limit: given.number('limit'),
      as_of: given.text('as-of'),
    });
    const asked = { name: `source-evidence ${asWord(id)}`, given } as const;
    const pages = client.sourceEvidence(id, query, listOf(context, given)).pages();
    return printPages(context, asked, pages, showSourceEvidence);
  },
};

const observedOf = (given: CommandInput) => ({
  observed_since: given.text('observed-since'),
  observed_until: given.text('observed-until'),
});

function listOf(context: Context, given: CommandInput): ListOptions {
  return { ...callOf(context, given), ...present({ pageUrl: given.text('page') }) };
}

/**
 * The address of a page contains its filters, and entities have no filters: an option that would be ignored is refused.
 */
function refuseBeside(option: OptionName, others: readonly OptionName[], given: CommandInput): void {
  const other = given.has(option) ? others.find((name) => given.has(name)) : undefined;
  if (other !== undefined)
    throw usage(`--${other} means nothing beside --${option}`, `leave --${other} or --${option} out`);
}
