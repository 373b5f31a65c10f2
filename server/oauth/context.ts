/** What the authorization server is made from. */
import type { NoteEvent } from '../access/security-events.ts';
import type { ServeOptions } from '../http/serve.ts';
import type { Pool } from '../store/engine/db.ts';

type Serving = Pick<
  ServeOptions,
  | 'addressOf'
  | 'baseUrl'
  | 'version'
  | 'newRequestId'
  | 'limit'
  | 'admit'
  | 'asProblem'
  | 'onFailure'
  | 'onServed'
  | 'elapsed'
>;

export interface OAuthContext extends Serving {
  /** Clients, grants, tokens: the pool that no slow reading of research can take. */
  readonly db: Pool;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly onEvent?: NoteEvent;
  /** Is told the code of each refusal that no operation stands behind. */
  readonly onUnrouted?: (code: string) => void;
}
