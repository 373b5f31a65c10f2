// Agent-readiness score of the contract by `redocly score`, with a floor that the check enforces.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Published descriptions that were measured reach 59 to 87. */
export const contractScoreMin = 89;

export interface ContractScore {
  /** From 0 to 100; mostly the median over the operations. */
  readonly agentReadiness: number;
  /** From 0 to 1 each; the mean over the operations. */
  readonly subscores: Readonly<Record<string, number>>;
}

const root = new URL('../..', import.meta.url);

/** Redocly must neither report home nor ask the registry for updates. */
export async function contractScore(): Promise<ContractScore> {
  const cli = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'score', 'generated/openapi.json', '--config', 'scripts/redocly.yaml', '--format', 'json'],
    { cwd: fileURLToPath(root), env, maxBuffer: 16 * 1024 * 1024 },
  );
  const { agentReadiness, subscores } = JSON.parse(stdout) as ContractScore;
  if (typeof agentReadiness !== 'number') throw new Error('redocly score printed no agentReadiness');
  return { agentReadiness, subscores };
}
