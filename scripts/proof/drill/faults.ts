// All fault drills in one run with one report: kills, lost acknowledgements, outages, failovers, clocks, wrong designs.
import { clockSkewParts } from './clock-skew.ts';
import { designParts } from './defects.ts';
import { failoverParts } from './failover.ts';
import { reportFaults } from './fault-report.ts';
import { killParts } from './kills.ts';
import { outageParts } from './outages.ts';

/** The sizes are those of the parts. */
export function drillFaults(): Promise<boolean> {
  return reportFaults([...outageParts, ...failoverParts, ...clockSkewParts, ...killParts, ...designParts]);
}
