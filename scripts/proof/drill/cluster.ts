// Citus cluster of the operator (CLUSTER_URL): store suite, races, audit and a small bench in distributed databases.
import { benchCluster } from '../cluster/bench.ts';
import { leftOutLines, raceFiles, runTests, suiteFiles } from '../cluster/suite.ts';
import { judged } from '../load/rates.ts';

export async function drillCluster(): Promise<boolean> {
  const url = process.env['CLUSTER_URL'] ?? '';
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    process.stdout.write(
      'CLUSTER_URL must be a database on the coordinator of a Citus cluster, as postgres://user:password@host:5432/name; its role makes and drops databases on every server\n',
    );
    return false;
  }
  const suite = await runTests(url, { suite: 'test', files: suiteFiles() });
  const races = await runTests(url, { suite: 'proof', files: raceFiles });
  const figures = await benchCluster(url);
  for (const line of leftOutLines()) process.stdout.write(`${line}\n`);
  const { workers, briefsPerSecond, chargesPerSecond, entries, drifts, refused } = figures;
  return judged([
    [`store suite on ${workers} workers: ${suite.passed} passed, ${suite.failed} failed`, suite.isWell],
    [`races: ${races.passed} passed, ${races.failed} failed`, races.isWell],
    [`audit: ${drifts.length} drifts in ${entries} entries`, drifts.length === 0],
    [
      `metered briefs: ${briefsPerSecond.toFixed(0)} a second, ${refused} refused`,
      briefsPerSecond > 0 && refused === 0,
    ],
    [`charges: ${chargesPerSecond.toFixed(0)} a second`, chargesPerSecond > 0],
  ]);
}
