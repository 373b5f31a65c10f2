// What a run that fails leaves behind: what it was charged before, where its list goes on, and how its question is asked again.
import type { ResearchClient } from '../../research-client.ts';
import type { Given } from '../given.ts';
import { asWord } from '../say.ts';

export class Unfinished {
  /** How the question that is asked now is asked again under its id, which is then charged once at most. */
  again: (requestId: string) => string = (requestId) => `The same command with --request-id ${requestId}`;
  /** Where a list that stops between two pages goes on. */
  nextPage: string | null = null;
  /** What was given to the command that runs. */
  given: Given | null = null;
  readonly #clients: ResearchClient[] = [];

  uses(client: ResearchClient): ResearchClient {
    this.#clients.push(client);
    return client;
  }

  /** Another command that asks under this id: of the same service, and with what is left of the limit. */
  command(words: string, requestId: string): string {
    const baseUrl = this.given?.text('base-url');
    const maxCharge = this.given?.number('max-charge');
    const service = baseUrl === undefined ? '' : ` --base-url ${asWord(baseUrl)}`;
    const limit = maxCharge === undefined ? '' : ` --max-charge ${maxCharge - this.charged}`;
    return `${words} --request-id ${requestId}${service}${limit}`;
  }

  /** Requests. */
  get charged(): number {
    return this.#clients.reduce((sum, { usage }) => sum + usage.charged, 0);
  }
}
