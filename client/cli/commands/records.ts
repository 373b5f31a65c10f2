// Commands `belief`, `source` and `evidence`: one record, by its id or its detail_url.
import type { ResearchClient } from '../../research-client.ts';
import type { CallOptions, Cutoff } from '../../questions.ts';
import type { ResearchResult } from '../../result.ts';
import { type Show, printAnswer } from '../calls/answer.ts';
import type { Command } from '../command.ts';
import { usage } from '../calls/failure.ts';
import { present } from '../command-input.ts';
import { metered } from '../options.ts';
import { showBelief, showEvidence, showSource } from '../show/records.ts';
import { text } from '../values.ts';
import { asking, callOf } from './asking.ts';

type Record<T> = Pick<Command, 'name' | 'about' | 'examples'> & {
  readonly prefix: string;
  readonly ask: (
    client: ResearchClient,
    id: string,
    cutoff: Cutoff,
    options: CallOptions,
  ) => Promise<ResearchResult<T>>;
  readonly show: Show<T>;
};

function recordCommand<T>({ name, about, examples, prefix, ask, show }: Record<T>): Command {
  return {
    name,
    about,
    argument: { name: 'id', kind: text('ID'), about: `an id such as ${prefix}…, or its detail_url` },
    options: ['as-of', ...metered],
    charge: '1 request; 0 when it is repeated with its request id, refused, or read with a preview key',
    examples,
    run: async (context, given) => {
      const id = given.word('id');
      const isAddress = /^https?:/.test(id);
      if (isAddress && given.has('as-of'))
        throw usage('a detail_url has its cutoff in it', 'leave --as-of out, or give the id alone');
      const client = await context.client('key');
      const cutoff = present({ as_of: given.text('as-of') });
      const result = await asking(context, () => ask(client, id, cutoff, callOf(context, given)));
      printAnswer(context, result, show, { isOfAddress: isAddress });
      return 0;
    },
  };
}

export const beliefCommand = recordCommand({
  name: 'belief',
  about: 'everything recorded of one belief: claims, course, outcomes, targets, sources',
  prefix: 'bel_',
  examples: ['research belief bel_5f32e59cabb7835abcdfe7a1cc38d93d'],
  ask: (client, id, cutoff, options) => client.belief(id, cutoff, options),
  show: showBelief,
});

export const sourceCommand = recordCommand({
  name: 'source',
  about: 'one source with its newest evidence',
  prefix: 'src_',
  examples: ['research source src_862d7788e97ba21d32d8ed480227c501'],
  ask: (client, id, cutoff, options) => client.source(id, cutoff, options),
  show: showSource,
});

export const evidenceCommand = recordCommand({
  name: 'evidence',
  about: 'the captured words behind a citation',
  prefix: 'evd_',
  examples: ['research evidence evd_c47c13365cc782fc22be5df7398b6a43'],
  ask: (client, id, cutoff, options) => client.evidence(id, cutoff, options),
  show: showEvidence,
});
