/** #connections: the AI chats that a person has let read, each by a grant of its own. */
import { type Html, html } from '../html.ts';
import { time } from './figures.ts';

export type Connection = { grantId: string; client: string; createdAt: string; lastUsedAt: string | null };

/** Grants come with the authorization server; a service without one has granted nothing. */
export async function connectionsOf(_userId: string): Promise<readonly Connection[]> {
  return [];
}

export function connectionsSection(connections: readonly Connection[]): Html {
  return html`<section class="card" aria-labelledby="connections">
    <h2 id="connections">Connections</h2>
    ${
      connections.length === 0
        ? html`<p>No AI chat is connected. <a href="/connect">How to connect one</a></p>`
        : html`<ul>
          ${connections.map(
            ({ client, createdAt, lastUsedAt }) =>
              html`<li>
                <strong>${client}</strong>, connected ${time(createdAt)},
                ${lastUsedAt === null ? 'not used yet' : html`last used ${time(lastUsedAt)}`}
              </li>`,
          )}
        </ul>`
    }
  </section>`;
}
