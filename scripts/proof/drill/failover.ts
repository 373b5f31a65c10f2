// Failover under load from a killed primary to its standby: no acknowledged charge is lost, and the wrong design loses
// some.
import { type FailoverReport, failoverRun } from '../faults/failover.ts';
import type { Outage } from '../faults/outages.ts';
import { type FaultPart, type Line, reportFaults } from './fault-report.ts';
import { given, lastsMs, seedOf } from './given.ts';
import { type OutageLimits, outageLine } from './outages.ts';

/** Sizes: `failovers`, `delivered` between two mishaps, and `lasts`. */
export const failoverParts: readonly FaultPart[] = [
  { name: 'failovers', run: failovers },
  { name: 'failovers of a wrong design', run: laggingFailover },
];

export function drillFailover(): Promise<boolean> {
  return reportFaults(failoverParts);
}

/** While commits wait, a call waits ten seconds for its balance before the answer that it is still running. */
const waiting: OutageLimits = { statuses: ['503', '409'], answerMs: 20_000, recoveryMs: 5_000 };
const limits: Partial<Record<Outage['name'], { done: string; limits: OutageLimits }>> = {
  'standby-lost': { done: 'standby lost: commits wait for it', limits: waiting },
  'failed-over': {
    done: 'primary killed, standby promoted',
    limits: { statuses: ['503'], answerMs: 5_000, recoveryMs: 5_000 },
  },
  'old-primary': { done: 'old primary back at the address', limits: waiting },
};

async function failovers(main: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (let count = given('failovers') ?? 3; count > 0; count -= 1) {
    const report = await failoverRun({ ...planOf(main), design: 'synchronous' });
    for (const outage of report.outages) {
      const known = limits[outage.name];
      if (known !== undefined) lines.push(outageLine(known.done, outage, known.limits));
    }
    lines.push(ledgerLine(report));
  }
  return lines;
}

function planOf(main: string) {
  return { seed: seedOf(), main, delivered: given('delivered') ?? 500, lasts: lastsMs() };
}

function ledgerLine({ faults, delivered, entries, loaded, repeated, releases, watermarks }: FailoverReport): Line {
  return {
    done: 'ledger and releases on the promoted server',
    times: 1,
    seen: `${delivered} delivered, ${entries} charged, ${repeated} of ${loaded} repeated byte for byte, ${releases} releases kept, watermark read ${watermarks} times`,
    limit: 'each delivered is charged once and repeats, no drift, nothing goes back',
    passed: faults.length === 0 && entries === delivered && repeated === loaded && releases > 0,
    faults,
  };
}

async function laggingFailover(main: string): Promise<Line[]> {
  const { faults, delivered } = await failoverRun({ ...planOf(main), design: 'lagging' });
  const lost = faults.filter((fault) => fault.includes('told twice that it was charged')).length;
  return [
    {
      done: 'planted: commits do not wait for the standby',
      times: 1,
      seen: `of ${delivered} delivered ${lost} were charged anew`,
      limit: 'found out',
      passed: lost > 0,
    },
  ];
}
