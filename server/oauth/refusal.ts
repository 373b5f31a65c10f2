/** A refusal in the words of RFC 6749. */
import type { OAuthError } from '../../generated/api.ts';
import type { Headers } from '../contract/operations.ts';

export type OAuthErrorCode = OAuthError['error'];

export interface RefusalOptions {
  readonly status?: 400 | 401;
  readonly headers?: Headers;
}

/** Thrown if a request cannot be granted. The description never repeats the input. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  readonly error: OAuthErrorCode;
  readonly options: RefusalOptions;

  constructor(error: OAuthErrorCode, description: string, options: RefusalOptions = {}) {
    super(description);
    this.error = error;
    this.options = options;
  }
}
