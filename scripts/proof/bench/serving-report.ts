// Report of a run: writes its table and machine into report.md and keeps the text that people wrote there.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Cores } from './cores.ts';

const path = fileURLToPath(new URL('report.md', import.meta.url));
const BY_HAND = '## Where the time goes';

export function machineOf(database: string): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} x ${first?.model ?? 'unknown processor'}, ${memory} GiB, Node ${process.versions.node}, ${database}`;
}

/** Distribution of the cores. */
export function placesOf(cores: Cores | null): string {
  if (cores === null) return 'the server, the questions and the database on the same cores';
  return `the server on core ${cores.server}, the questions and the database on ${cores.others}`;
}

export async function writeReport(table: string, database: string, cores: Cores | null): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => `${BY_HAND}\n`);
  const byHand = before.slice(before.indexOf(BY_HAND));
  const day = new Date().toISOString().slice(0, 10);
  const measured = `# What an answer costs

Written by \`npm run bench -- --report\` on ${day}: ${machineOf(database)}; ${placesOf(cores)}, synchronous_commit on. Other machines give other figures; the ratios within one run are what is compared.

\`\`\`text
${table.trimEnd()}
\`\`\`
`;
  await writeFile(path, `${measured}\n${byHand}`);
}

const CACHES_INTRODUCTION = `Written by \`npm run bench -- caches --report\`.
Each server runs beside one with all caches on the same database, and both answer by turns.
The columns with and without are microseconds of CPU of an answer, server and PostgreSQL, as medians.
The ratio is the median over the rounds; the spread leaves out the least and the largest.
The row of a cache compares with the row \`none\` of its question, which is a second server with all caches.`;

/** Replaces a section of the report, up to the next heading. */
export async function writeSection(heading: string, table: string): Promise<void> {
  const before = await readFile(path, 'utf8');
  const start = before.indexOf(heading);
  const next = start === -1 ? -1 : before.indexOf('\n## ', start + heading.length);
  const kept = start === -1 ? `${before.trimEnd()}\n\n` : before.slice(0, start);
  const rest = next === -1 ? '' : before.slice(next);
  await writeFile(path, `${kept}${heading}\n\n${CACHES_INTRODUCTION}\n\n${table}\n${rest}`);
}
