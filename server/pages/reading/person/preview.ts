/** Page of a person of the preview: free for everyone, at any cutoff. */
import type { Request, Response } from 'express';
import type { BeliefDetail, BeliefItem, BeliefsPage } from '../../../../generated/api.ts';
import { ProblemError } from '../../../contract/problems.ts';
import { readQuery } from '../../shell/form.ts';
import { type Html, html } from '../../shell/html.ts';
import { page, sendPage, sendPublicPage } from '../../shell/page.ts';
import { signedIn } from '../../shell/signed-in.ts';
import { atCutoff, openPreview, personPath } from '../address.ts';
import { briefScripts } from '../browser/script.ts';
import { cutoffForm } from '../cutoff.ts';
import type { ReadingContext } from '../front.ts';
import { type BeliefData, type PersonControls, personPage } from './page.ts';
import { personQuestionOf, requestOfPerson } from './question.ts';
import { refuseUnknown } from './unknown.ts';

type PersonRequest = { request: Request; response: Response; id: string };

/** Every record is another document to build. */
const RECORDS_MAX = 10;

export async function showPreviewPerson(
  context: ReadingContext,
  { request, response, id }: PersonRequest,
): Promise<void> {
  const asked = readQuery(request);
  const question = personQuestionOf(id, asked);
  const days = await context.personDays('preview', id);
  refuseUnknown(days);
  const { bytes, sha256 } = await context.answers.beliefs('preview', question);
  const found = JSON.parse(bytes.toString()) as BeliefsPage;
  const action = personPath(id);
  const kept = keptOf(asked, 'mode', 'record');
  const main = personPage({
    id,
    found,
    records: await recordsOf(context, found, recordsIn(asked)),
    called: { baseUrl: context.baseUrl, request: requestOfPerson(question), mode: 'preview', bytes, sha256 },
    cutoff: cutoffForm({
      asOf: found.as_of,
      asked: question.as_of ?? null,
      detail: null,
      of: { page: 'page', subject: 'this person' },
      changes: days,
      method: 'get',
      action,
      hidden: kept,
      price: 'Free: preview research is never charged.',
      button: 'Show',
    }),
    notice: null,
    controls: controlsOf(action, {
      asked,
      found,
      open: openPreview((await context.answers.publicCollection()) === 'live'),
    }),
  });
  const name = found.data.beliefs[0]?.person.name ?? id;
  // A page with a name on it must not be cached.
  const viewer = request.headers.cookie === undefined ? null : await signedIn(context, request);
  const content = page({ title: `Views of ${name}`, viewer, current: 'brief', scripts: briefScripts, main });
  const headers = { Vary: 'Accept-Encoding, Cookie' };
  if (viewer === null) return sendPublicPage(response, content, headers);
  sendPage(response, content, { headers });
}

const recordsIn = (asked: URLSearchParams): string[] =>
  (asked.get('record') ?? '')
    .split(',')
    .filter((one) => one !== '')
    .slice(0, RECORDS_MAX);

function keptOf(asked: URLSearchParams, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((one) => (asked.get(one) ? [[one, asked.get(one) ?? '']] : [])));
}

type Links = { asked: URLSearchParams; found: BeliefsPage; open: (name: string) => string };

function controlsOf(path: string, { asked, found, open }: Links): PersonControls {
  const to = (changes: Record<string, string>): string =>
    `${path}?${new URLSearchParams({ ...keptOf(asked, 'mode', 'as_of', 'cursor', 'record'), ...changes })}`;
  return {
    brief: (name) => atCutoff(open(name), found.as_of),
    record: ({ belief_id: id }: BeliefItem, name): Html => {
      const records = [...new Set([...recordsIn(asked), id])].slice(-RECORDS_MAX).join(',');
      return html`<p><a class="button quiet" data-redraw href="${to({ record: records })}#${id}">The price since, and the course<span class="heard"> of ${name}</span></a></p>`;
    },
    further: (cursor) =>
      html`<p><a class="button" href="${to({ cursor, as_of: found.as_of, record: '' })}">Further views</a></p>`,
  };
}

/** A record that the cutoff does not know is left out, as its view is. */
async function recordsOf(
  { answers }: ReadingContext,
  found: BeliefsPage,
  ids: readonly string[],
): Promise<BeliefData[]> {
  const listed = new Set(found.data.beliefs.map(({ belief_id: id }) => id));
  const records = await Promise.all(
    ids
      .filter((id) => listed.has(id))
      .map(async (id) => {
        try {
          const { bytes } = await answers.belief('preview', id, found.as_of);
          return [(JSON.parse(bytes.toString()) as BeliefDetail).data];
        } catch (thrown) {
          if (thrown instanceof ProblemError && thrown.entry.status < 500) return [];
          throw thrown;
        }
      }),
  );
  return records.flat();
}
