// State of a run for its error report: charges so far, the next page, and the command that repeats the question.
import type { ResearchClient } from '../../research-client.ts';
import type { CommandInput } from '../command-input.ts';
import { asWord } from '../say.ts';

export class RunState {
  /** How the question that is asked now is asked again under its id, which is then charged once at most. */
  again: (requestId: string) => string = (requestId) => `The same command with --request-id ${requestId}`;
  /** Address of the next page, if a list stops between two pages. */
  nextPage: string | null = null;
  /** Input of the running command. */
  given: CommandInput | null = null;
  readonly #clients: ResearchClient[] = [];

  uses(client: ResearchClient): ResearchClient {
    this.#clients.push(client);
    return client;
  }

  /** A follow-up command with this request id, for the same service and with the rest of the charge limit. */
  command(words: string, requestId: string): string {
    const baseUrl = this.given?.text('base-url');
    const maxCharge = this.given?.number('max-charge');
    const service = baseUrl === undefined ? '' : ` --base-url ${asWord(baseUrl)}`;
    const limit = maxCharge === undefined ? '' : ` --max-charge ${maxCharge - this.charged}`;
    return `${words} --request-id ${requestId}${service}${limit}`;
  }

  /** Number of requests charged so far. */
  get charged(): number {
    return this.#clients.reduce((sum, { usage }) => sum + usage.charged, 0);
  }
}
