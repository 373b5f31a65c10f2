// Names that an operator may give: visible words on one line.
import { UsageError } from '../command.ts';

/** The trimmed name; refused if it is invisible in part or whole, or too long. */
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
