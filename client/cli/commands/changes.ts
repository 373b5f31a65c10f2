// research changes: what changed between two cutoffs, for some subjects or for all of them.
import type { Command } from '../command.ts';
import { usage } from '../calls/failure.ts';
import { printPages } from '../calls/pages.ts';
import { present } from '../command-input.ts';
import { metered } from '../options.ts';
import { showChangeItems } from '../show/change-items.ts';
import { charge, listOf, manyPages, refuseBeside } from './lists.ts';

const subjects = ['tickers', 'entity'] as const;

export const changesCommand: Command = {
  name: 'changes',
  about: 'what changed between two cutoffs, with citations',
  options: ['since', 'until', ...subjects, 'limit', 'all', 'page', ...metered],
  charge,
  more: `Without --tickers and --entity it is every subject with research. ${manyPages}`,
  examples: ['research changes --since 2026-09-01 --tickers NWTB,KLPF', 'research changes --since 2026-09-24 --all'],
  run: async (context, given) => {
    refuseBeside('page', ['since', 'until', ...subjects, 'limit'], given);
    const [since, until] = [given.text('since'), given.text('until')];
    if (since === undefined && !given.has('page'))
      throw usage('research changes needs --since TIME, the earlier cutoff', 'research changes --since 2026-09-01');
    if (since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since))
      throw usage('--until is not later than --since', 'swap the two');
    const client = await context.client('key');
    const entity = given.text('entity');
    const query = {
      since: since ?? '',
      ...present({ until, limit: given.number('limit'), tickers: given.text('tickers')?.split(',') }),
      ...(entity === undefined ? {} : { entity_ids: [entity] }),
    };
    const asked = { name: 'changes', given } as const;
    return printPages(context, asked, client.changes(query, listOf(context, given)).pages(), showChangeItems);
  },
};
