/** Redirect of a form with a field for any day to the address that a shared link has. */
import type { Request, Response } from 'express';
import { holdsSecret } from '../../../contract/validation/secret-text.ts';
import { redirect } from '../../shell/signed-in.ts';
import { withoutDays } from '../question.ts';

/** False without such a field. An address that holds a secret is not written again. */
export function redirectedDay(request: Request, response: Response, asked: URLSearchParams): boolean {
  const folded = withoutDays(asked);
  if (folded === null || holdsSecret([...folded].flat().join(' '))) return false;
  redirect(response, folded.size === 0 ? request.path : `${request.path}?${folded}`);
  return true;
}
