// research releases: what was released, once or as it comes.
import type { ReleaseItem } from '../../../generated/api.ts';
import { pause } from '../../login/clock.ts';
import type { ResearchClient } from '../../research-client.ts';
import type { Command, Context } from '../command.ts';
import { printPages } from '../calls/pages.ts';
import { present } from '../command-input.ts';
import { showReleaseLines, showReleases } from '../show/releases.ts';
import { safeDocument } from '../terminal/safe-text.ts';
import { manyPages, refuseBeside } from './lists.ts';

/** Seconds of one wait: proxies cut what takes a minute. */
const WAIT = 50;

export const releasesCommand: Command = {
  name: 'releases',
  about: 'what was released and when, the newest first',
  options: ['after', 'before', 'limit', 'all', 'page', 'follow'],
  charge: 'free, and without a key; a preview key shows the preview',
  more: `${manyPages} --follow begins after the newest release, or after --after.`,
  examples: ['research releases', 'research releases --after 41 --all', 'research releases --follow --json'],
  run: async (context, given) => {
    refuseBeside('page', ['after', 'before', 'limit'], given);
    refuseBeside('follow', ['before', 'limit', 'all', 'page'], given);
    const client = await context.client('optional-key');
    if (given.has('follow')) return follow(context, client, given.number('after'));
    const names = ['after', 'before', 'limit'] as const;
    const query = present(Object.fromEntries(names.map((name) => [name, given.number(name)])));
    const options = { signal: context.world.signal, ...present({ pageUrl: given.text('page') }) };
    const asked = { name: 'releases', given, isFree: true } as const;
    return printPages(context, asked, client.releases(query, options).pages(), showReleases);
  },
};

/** Ends by Ctrl-C alone, or by an error. */
async function follow(context: Context, client: ResearchClient, given: number | undefined): Promise<never> {
  const { world, output } = context;
  const { signal, clock } = world;
  let after = given ?? (await newest(client, signal));
  output.note((sheet) => sheet.say(`Waiting for releases after ${after}. Ctrl-C ends it.`));
  for (;;) {
    const started = clock.elapsed();
    let found: readonly ReleaseItem[] = [];
    for await (const { bytes, data } of client.releases({ after }, { wait: WAIT, signal }).pages()) {
      found = data.releases;
      after = found.at(-1)?.number ?? after;
      if (found.length === 0) break;
      if (output.isJson) output.document(bytes, true);
      else output.print((sheet) => showReleaseLines(safeDocument(found), sheet));
    }
    // A service with too many waiting requests answers at once; asking again at once would not help it.
    const left = WAIT * 1_000 - (clock.elapsed() - started);
    if (found.length === 0 && left > 0) await pause(clock, left, signal);
  }
}

async function newest(client: ResearchClient, signal: AbortSignal): Promise<number> {
  for await (const { number } of client.releases({ limit: 1 }, { signal })) return number;
  return 0;
}
