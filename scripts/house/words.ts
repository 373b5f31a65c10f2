// Check of plain language in sources and guides: `words.ts` prints every fault, `words.ts FOLDER` those of one folder.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { markdownFaults } from './markdown-rules.ts';
import { wordFaults } from './word-rules.ts';

const root = resolve(import.meta.dirname, '../..');

/** Records of the past, data, and pages that a program writes. */
const notPlain = /CHANGELOG|\/changelog\.md$|\/asvs\.md$|\/report\.md$|^client\/\.changeset\//;

/** Committed and new files: a file is counted before its first commit. */
function sources(folders: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  return listed.split('\n').filter((file) => /\.(ts|js|mjs|md)$/.test(file) && !notPlain.test(file));
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

const faultsOf = (file: string, text: string): { rule: string; line: number; text: string }[] =>
  file.endsWith('.md') ? markdownFaults(text) : wordFaults(file, text);

const chosen = process.argv.slice(2);
const files = sources(chosen.length > 0 ? chosen : ['README.md', '.github', 'server', 'client', 'scripts']);
const faults = files.flatMap((file) =>
  faultsOf(file, textOf(file) ?? '').map(({ rule, line, text }) => `${file}:${line} ${rule}: ${text}\n`),
);
process.stdout.write(`${faults.join('')}${faults.length} faults in ${files.length} files\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
