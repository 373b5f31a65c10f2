// What a run that fails leaves behind: what it was charged before, where its list goes on, and how its question is asked again.
import type { ResearchClient } from '../research-client.ts';

export class Unfinished {
  /** How the question that is asked now is asked again under its id, which is then charged once at most. */
  again: (requestId: string) => string = (requestId) => `The same command with --request-id ${requestId}`;
  /** Where a list that stops between two pages goes on. */
  nextPage: string | null = null;
  readonly #clients: ResearchClient[] = [];

  uses(client: ResearchClient): ResearchClient {
    this.#clients.push(client);
    return client;
  }

  /** Requests. */
  get charged(): number {
    return this.#clients.reduce((sum, { usage }) => sum + usage.charged, 0);
  }
}
