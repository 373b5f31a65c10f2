// The command that recomputes every balance from the entries alone.
import { audit } from '../../store/keeping/audit.ts';
import type { Command } from '../command.ts';

const SHOWN_MAX = 50;

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    about: 'Recomputes every balance from the ledger entries alone, and exits with 1 where the store disagrees.',
    usage: '',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {},
    flags: [],
    examples: ['audit', 'audit --json'],
    run: async ({ store }) => {
      const found = await audit(store.db);
      const { granted, spent, taken_back: takenBack, left } = found.prepaid;
      const back = takenBack === 0 ? '' : ` + ${takenBack} taken back`;
      const faults = found.drifts
        .slice(0, SHOWN_MAX)
        .map(
          ({ subject, what, expected, found: is }) => `DRIFT ${subject}: ${what}: expected ${expected}, found ${is}`,
        );
      const more = found.drifts.length - faults.length;
      return {
        exit: found.drifts.length === 0 ? 0 : 1,
        report: found,
        lines: [
          `${found.accounts} accounts, ${found.entries} entries: ${granted} prepaid requests granted = ${spent} spent${back} + ${left} left`,
          ...faults,
          ...(more > 0 ? [`and ${more} more`] : []),
          found.drifts.length === 0 ? 'no drift' : `${found.drifts.length} disagreements`,
        ],
      };
    },
  },
];
