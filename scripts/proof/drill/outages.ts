// Database outages under load (stopped, hanging, full disk): 503 within five seconds, recovery within two.
import { auditHistory } from '../faults/audit-history.ts';
import type { Call } from '../faults/stage/client.ts';
import { type OutageReport, endure, fullDisk, repeated } from '../faults/outages.ts';
import { silentProxy } from '../faults/stage/silent-proxy.ts';
import { makeAccount, publishLive, startProcesses } from '../faults/stage/world.ts';
import { type FaultPart, type Line, reportFaults, withStore } from './fault-report.ts';
import { lastsMs } from './given.ts';

/** Size: `lasts`, the milliseconds of each outage. */
export const outageParts: readonly FaultPart[] = [{ name: 'outages of the database', run: outages }];

export function drillOutages(): Promise<boolean> {
  return reportFaults(outageParts);
}

export type OutageLimits = {
  /** Allowed statuses during the outage, each with a Retry-After. */
  statuses: readonly string[];
  answerMs: number;
  recoveryMs: number;
};

const limits: OutageLimits = { statuses: ['503'], answerMs: 5_000, recoveryMs: 2_000 };

function outages(main: string): Promise<Line[]> {
  return withStore(async (store, database) => {
    const proxy = await silentProxy(database.url);
    await publishLive(store);
    const servers = await startProcesses(main, proxy.url, 1);
    try {
      const account = await makeAccount(store, { prepaid: 10_000_000 });
      const all = [
        fullDisk(store),
        { name: 'silent' as const, begin: async () => proxy.silence(), end: async () => proxy.speak() },
        { name: 'gone' as const, begin: database.crash, end: database.restart },
      ];
      const lines: Line[] = [];
      const calls: Call[] = [];
      for (const outage of all) {
        const report = await endure(servers, account, { outage, lasts: lastsMs() });
        lines.push(outageLine(`database ${report.name}`, report, limits));
        calls.push(...report.calls);
      }
      await repeated(calls, servers);
      const { delivered, entries, faults } = await auditHistory({ calls, db: store.db });
      lines.push({
        done: 'ledger after the outages, every call asked again',
        times: calls.length,
        seen: `${delivered} delivered, ${entries} charged`,
        limit: 'each is delivered and charged once',
        passed: faults.length === 0 && delivered === calls.length && entries === calls.length,
        faults,
      });
      return lines;
    } finally {
      for (const server of servers) await server.stop();
      proxy.close();
    }
  });
}

export function outageLine(done: string, report: OutageReport, { statuses, answerMs, recoveryMs }: OutageLimits): Line {
  const calls = Object.values(report.statuses).reduce((sum, count) => sum + count, 0);
  const seen = Object.entries(report.statuses).map(([status, count]) => `${count} x ${status}`);
  const isAllowed = Object.keys(report.statuses).every((status) => statuses.includes(status));
  return {
    done,
    times: calls,
    seen: `${seen.join(', ')}, slowest ${Math.round(report.slowest)} ms, well again after ${Math.round(report.recovered)} ms`,
    limit: `${statuses.join(' or ')} within ${answerMs} ms, well within ${recoveryMs} ms`,
    passed: calls > 0 && isAllowed && report.slowest <= answerMs && report.recovered <= recoveryMs,
  };
}
