/** Refusal for a person without any view: nothing is opened, and nothing is charged. */
import { ProblemError } from '../../../contract/problems.ts';
import type { ChangeDays } from '../../../reads/change-days.ts';

export function refuseUnknown({ days }: ChangeDays): void {
  if (days.length > 0) return;
  throw new ProblemError('no-such-record', { detail: 'No view of a person with this id is released here.' });
}
