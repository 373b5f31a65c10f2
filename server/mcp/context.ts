// What the MCP endpoint is made from: the same meter, validator, handlers and limits as the REST routes, and whose a token is.
import type { Answers } from '../answers/answers.ts';
import type { LimitSubject } from '../contract/credential.ts';
import type { ProblemError } from '../contract/problems.ts';
import type { AnyHandler, ServeOptions } from '../http/serve.ts';
import type { FoundGrant } from '../store/people/grant-payer.ts';
import type { ToolOperation } from './tools.ts';

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
  /** What answers the operation over REST. */
  handlerOf(operation: ToolOperation): AnyHandler;
  /** Whose access token this is; null for one that is unknown, expired, revoked or for another address. */
  findGrant(tokenSha256: Buffer): Promise<FoundGrant | null>;
  /** The addresses of the registered client: a page behind one of them may ask. */
  redirectUris(): Promise<readonly string[]>;
  /** The limits of a workspace, which its chats count against. */
  countedAccount(accountId: string): LimitSubject | Promise<LimitSubject>;
  /** Is told the code of each refusal that no operation stands behind. */
  onUnrouted?: (code: string) => void;
  /** The one 401. */
  unauthorized(): ProblemError;
};
