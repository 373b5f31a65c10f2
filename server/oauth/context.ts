/** Dependencies of the authorization server. */
import type { NoteEvent } from '../access/security-events.ts';
import type { ServeOptions } from '../http/serve.ts';
import type { Pool } from '../store/engine/db.ts';

type OAuthServices = Pick<
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

export interface OAuthContext extends OAuthServices {
  /** Clients, grants, tokens: the pool that no slow reading of research can take. */
  readonly db: Pool;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly onEvent?: NoteEvent;
  /** Called with the code of each refusal outside any operation. */
  readonly onUnrouted?: (code: string) => void;
}
