// Long run of kills, lost acknowledgements and revocations on PostgreSQL, with its figures.
import { createClient } from '../faults/stage/client.ts';
import { killRun } from '../faults/kills.ts';
import { lostAcknowledgements } from '../faults/lost-acknowledgements.ts';
import { revocations } from '../faults/revocations.ts';
import { publishLive, startProcesses } from '../faults/stage/world.ts';
import { quantile } from '../load/rates.ts';
import { type FaultPart, type Line, reportFaults, withPostgres, withStore } from './fault-report.ts';
import { given, seedOf } from './given.ts';

const REVOKE_P99_MS_MAX = 50;

/** Sizes: `kills`, `crashes`, `lost`, `revoked`. */
export const killParts: readonly FaultPart[] = [
  { name: 'kills of servers and of PostgreSQL', run: kills },
  { name: 'lost acknowledgements', run: lost },
  { name: 'revocations', run: revoked },
];

/** True if every answer to a client agrees with the ledger. */
export function drillKills(): Promise<boolean> {
  return reportFaults(killParts);
}

function kills(main: string): Promise<Line[]> {
  return withPostgres(async (postgres) => {
    const [serverKills, postgresKills] = [given('kills') ?? 1_000, given('crashes') ?? 150];
    let killed = 0;
    const onKill = (): void => {
      killed += 1;
      if (killed % 100 === 0) process.stderr.write(`${killed} servers killed …\n`);
    };
    const plan = { seed: seedOf(), serverKills, postgresKills, clients: 16, pauseMs: 40, onKill };
    const report = await killRun(plan, main, postgres);
    const { delivered, refused, entries, repeated, faults } = report;
    return [
      {
        done: `servers killed, and PostgreSQL ${report.postgresKills} times`,
        times: report.serverKills,
        seen: `${delivered} delivered, ${entries} charged, ${refused} refused, ${repeated} repeated byte for byte`,
        limit: 'each delivered is charged once and repeats',
        passed: faults.length === 0 && entries === delivered && repeated === delivered,
        faults,
      },
    ];
  });
}

function lost(main: string): Promise<Line[]> {
  return withStore(async (store, { url: databaseUrl }) => {
    const plan = { seed: seedOf(), main, store, databaseUrl, lost: given('lost') ?? 1_000 };
    const { cuts, delivered, entries, anonymous, repeated, faults } = await lostAcknowledgements(plan);
    return [
      {
        done: 'acknowledgements lost',
        times: cuts['after-commit'] + cuts.underway,
        seen: `${cuts['after-commit']} after the commit, ${cuts.underway} underway, ${cuts.before} before; ${delivered} delivered, ${entries} charged`,
        limit: 'each delivered is charged once and repeats',
        passed: faults.length === 0 && entries === delivered && repeated === delivered - anonymous,
        faults,
      },
    ];
  });
}

function revoked(main: string): Promise<Line[]> {
  return withStore(async (store, { url: databaseUrl }) => {
    await publishLive(store);
    const client = createClient();
    const processes = await startProcesses(main, databaseUrl, 2);
    try {
      const report = await revocations({ store, client, processes, count: given('revoked') ?? 100 });
      const { late, accepted, ms } = report;
      const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)];
      return [
        {
          done: 'keys revoked',
          times: report.revoked,
          seen: `of ${late} requests after it ${accepted.length} accepted; p50 ${p50} ms, p99 ${p99} ms`,
          limit: `none accepted, p99 at most ${REVOKE_P99_MS_MAX} ms`,
          passed: ms.length > 0 && accepted.length === 0 && p99 <= REVOKE_P99_MS_MAX,
          faults: accepted,
        },
      ];
    } finally {
      client.close();
      await Promise.all(processes.map((one) => one.stop()));
    }
  });
}
