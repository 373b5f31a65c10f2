// The command that spreads the store over the servers of a Citus cluster.
import { DistributionRefusal, distribute } from '../../store/migrations/distribute.ts';
import { type Command, type CommandContext, type CommandResult } from '../command.ts';

export const distributeCommand: Command = {
  name: 'distribute',
  about:
    'Places every table of a Citus database: accounts over its workers, research on all of them. The database may be empty or full. Stop the servers first, and start them again after it: a running one goes on as before.',
  usage: '',
  positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
  options: {},
  flags: [],
  examples: ['distribute'],
  run: distributeStore,
};

async function distributeStore({ store }: CommandContext): Promise<CommandResult> {
  if (store.engine === 'embedded') {
    return refusal(
      'the store is in DATA_DIR, on this machine alone',
      'name the coordinator of a Citus cluster in DATABASE_URL; migrate-to copies this store into a database',
    );
  }
  try {
    const { placed, workers } = await store.patiently(distribute);
    const report = { workers, placed: Object.fromEntries(placed.map(({ table, placement }) => [table, placement])) };
    const line =
      placed.length === 0
        ? `the store is distributed over ${workers} workers already: nothing was changed`
        : `${placed.length} tables are placed on the coordinator and ${workers} workers; start the servers again`;
    return { exit: 0, report, lines: [line] };
  } catch (error) {
    if (error instanceof DistributionRefusal) return refusal(error.message, error.fix);
    throw error;
  }
}

function refusal(reason: string, fix: string): CommandResult {
  return { exit: 1, report: { refused: true, reason, fix }, lines: [`refused: ${reason}`, fix] };
}
