// Clock skew: servers an hour apart, with jumping clocks, under load on one store; only the database's time counts.
import { skewRun } from '../faults/clock-skew.ts';
import { type FaultPart, type Line, reportFaults, withStore } from './fault-report.ts';
import { given, seedOf } from './given.ts';

/** Sizes: `jumps`, and `answered` between two of them. */
export const clockSkewParts: readonly FaultPart[] = [{ name: 'clocks that differ and jump', run: clockSkew }];

export function drillClockSkew(): Promise<boolean> {
  return reportFaults(clockSkewParts);
}

function clockSkew(main: string): Promise<Line[]> {
  return withStore(async (store, { url: databaseUrl }) => {
    const plan = { seed: seedOf(), main, store, databaseUrl };
    const jumps = given('jumps') ?? 60;
    const report = await skewRun({ ...plan, jumps, delivered: given('answered') ?? 100 });
    const { delivered, entries, repeated, loaded, watermarks, compared, signIns, faults } = report;
    return [
      {
        done: 'clock jumped by an hour, beside servers an hour off',
        times: report.jumps,
        seen: `${delivered} delivered, ${entries} charged, ${repeated} of ${loaded} repeated, ${compared} answers and ${signIns} sign-ins compared, watermark read ${watermarks} times; ${faults.length} faults`,
        limit: 'as if every clock were right',
        passed: faults.length === 0 && entries === delivered && repeated === loaded,
        faults,
      },
    ];
  });
}
