// Reason of a withdrawal or a restatement, as an option gives it.
import { normaliseText } from '../../measures/text.ts';
import { UsageError } from '../command.ts';

export const reason_max = 600;

/** The reason is stored for good, and answers about a withdrawn id show it. */
export function reasonOf(option: string, said: string): string {
  const reason = normaliseText(said).text.trim();
  if (!/[^\p{C}\s\p{Default_Ignorable_Code_Point}]/u.test(reason) || [...reason].length > reason_max)
    throw new UsageError(`--${option} must say why in 1 to ${reason_max} characters`);
  return reason;
}
