// What an operator may call a thing: words that a person can read, on one line.
import { UsageError } from '../command.ts';

/** The name without white space around it; refused where nothing of it, not all of it, or too much of it can be seen. */
export function visibleName(text: string, option: string, longest: number): string {
  const name = text.trim();
  if (
    name.length > longest ||
    /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ||
    !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(name)
  )
    throw new UsageError(`${option} must be 1 to ${longest} visible characters`);
  return name;
}
