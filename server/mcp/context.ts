// Context of the MCP endpoint: the meter, validator, handlers and limits of REST, and the lookup of tokens.
import type { Answers } from '../answers/answers.ts';
import type { LimitSubject } from '../contract/credential.ts';
import type { ProblemError } from '../contract/problems.ts';
import type { AnyHandler, ServeOptions } from '../http/serve.ts';
import type { FoundGrant } from '../store/people/grant-payer.ts';
import type { TableOperation } from '../contract/operations.ts';

export type McpContext = Pick<
  ServeOptions,
  | 'admit'
  | 'asProblem'
  | 'baseUrl'
  | 'deliver'
  | 'elapsed'
  | 'limit'
  | 'newRequestId'
  | 'onFailure'
  | 'onServed'
  | 'validator'
  | 'version'
> & {
  answers: Answers;
  /** Handler of the operation over REST. */
  handlerOf(operation: TableOperation): AnyHandler;
  /** The grant of an access token, or null if the token is unknown, expired, revoked or for another address. */
  findGrant(tokenSha256: Buffer): Promise<FoundGrant | null>;
  /** Redirect addresses of the registered clients: pages of their origins may call the endpoint. */
  redirectUris(): Promise<readonly string[]>;
  /** Limits of a workspace, which its chats share. */
  countedAccount(accountId: string): LimitSubject | Promise<LimitSubject>;
  /** Called with the code of each refusal that belongs to no operation. */
  onUnrouted?: (code: string) => void;
  /** The one 401 of the endpoint. */
  unauthorized(): ProblemError;
};
