/** Actions that an author announced or reported, with their conditions. The service does not verify them. */
import type { AuthorIntent } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import type { Cites } from './citations.ts';
import { instant, notRecorded } from './drawing/say.ts';
import { capital, words } from '../../../client/words/text.ts';

type StatedIntent = Pick<
  AuthorIntent,
  'action' | 'basis' | 'time_context' | 'instrument' | 'position_actor' | 'conditions' | 'citation_ids'
>;

export function intent(found: AuthorIntent | undefined, cites: Cites): Html {
  if (found === undefined) return notRecorded;
  return html`${stated(found, cites)}
    <p class="soft small">
      ${capital(found.status)}; observed ${instant(found.observed_at)}. Whether it was carried out is not verified.
    </p>
    ${found.additional_intents?.map((one) => html`<p class="small">Also:</p>${stated(one, cites)}`)}`;
}

function stated(one: StatedIntent, cites: Cites): Html {
  const parts = [words(one.basis), words(one.time_context), words(one.instrument), ...actorOf(one.position_actor)];
  return html`<p><strong>${capital(one.action)}</strong> (${parts.join(', ')})${cites.to(...one.citation_ids)}</p>
    ${
      one.conditions.length > 0 &&
      html`<ul>${one.conditions.map(({ statement, citation_ids: ids }) => html`<li>${statement}${cites.to(...ids)}</li>`)}</ul>`
    }`;
}

function actorOf(actor: AuthorIntent['position_actor']): string[] {
  if (actor === undefined) return [];
  return [actor.name === null ? words(actor.kind) : `${words(actor.kind)}: ${actor.name}`];
}
