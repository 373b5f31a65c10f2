// Command `brief`: views of a ticker or an entity, their reasons and conditions.
import type { Brief } from '../../../generated/api.ts';
import { printAnswer } from '../calls/answer.ts';
import type { Command } from '../command.ts';
import { present } from '../command-input.ts';
import { metered } from '../options.ts';
import { showSecurityBrief } from '../show/brief.ts';
import { showEntityBrief } from '../show/entity-brief.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { asking, briefOf, callOf, subjectKind } from './asking.ts';

export const briefCommand: Command = {
  name: 'brief',
  about: 'a cited brief of a ticker or an entity: its views, its price, its chart, its sources',
  argument: {
    name: 'subject',
    kind: subjectKind,
    about: 'a covered ticker, or an id from research beliefs --entities',
  },
  options: ['as-of', 'full', 'max-results', ...metered],
  charge: '1 request; 0 when it is repeated with its request id, refused, or read with a preview key',
  examples: [
    'research brief NWTB',
    'research brief NWTB --as-of 2026-04-01',
    'research brief NWTB --full --json > brief.json',
  ],
  run: async (context, given) => {
    const query = briefOf(
      given.word('subject'),
      present({
        as_of: given.text('as-of'),
        max_results: given.number('max-results'),
        detail: given.has('full') ? ('full' as const) : undefined,
      }),
    );
    const client = await context.client('key');
    const result = await asking(context, () => client.brief(query, callOf(context, given)));
    printAnswer(context, result, showBrief);
    return 0;
  },
};

function showBrief(brief: Brief, sheet: Sheet): void {
  if (brief.view === 'entity') showEntityBrief(brief, sheet);
  else showSecurityBrief(brief, sheet);
}
