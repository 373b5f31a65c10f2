// The warning about records that a list leaves out because they do not fit the contract.
import type { Warning } from '../../generated/api.ts';

/** Readers of a list must know that it is not whole; the operator reads the faults of a record in the log. */
export function leftOutWarnings(count: number, pointer: string): Warning[] {
  if (count === 0) return [];
  const records = count === 1 ? '1 record is' : `${count} records are`;
  return [
    {
      code: 'records-left-out',
      message: `${records} left out of this page: they cannot be shown as the contract has it. The operator's log names them.`,
      pointer,
    },
  ];
}
