// Writes the table of a run into report.md, with the machine it was measured on; what is said there by hand stays.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Cores } from './cores.ts';

const path = fileURLToPath(new URL('report.md', import.meta.url));
const BY_HAND = '## Where the time goes';

function machine(database: string): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} x ${first?.model ?? 'unknown processor'}, ${memory} GiB, Node ${process.versions.node}, ${database}`;
}

/** Who had which cores. */
export function placesOf(cores: Cores | null): string {
  if (cores === null) return 'the server, the questions and the database on the same cores';
  return `the server on core ${cores.server}, the questions and the database on ${cores.others}`;
}

export async function writeReport(table: string, database: string, cores: Cores | null): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => `${BY_HAND}\n`);
  const byHand = before.slice(before.indexOf(BY_HAND));
  const day = new Date().toISOString().slice(0, 10);
  const measured = `# What an answer costs

Written by \`npm run bench -- --report\` on ${day}: ${machine(database)}; ${placesOf(cores)}, synchronous_commit on. Other machines give other figures; the ratios within one run are what is compared.

\`\`\`text
${table.trimEnd()}
\`\`\`
`;
  await writeFile(path, `${measured}\n${byHand}`);
}
