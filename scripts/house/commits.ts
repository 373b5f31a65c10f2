// Check of commit messages: `npx tsx scripts/house/commits.ts` lists those of the newest commits that break the form.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const SUBJECT_LENGTH_MAX = 72;
/** Earlier subjects had no limit. In a shallow clone, all commits that exist are read. */
const ruleFrom = '2026-11-26T03:00:00Z';
const COMMITS_MAX = 50;

/** The fault of a message, or null. */
export function messageFault(message: string): string | null {
  const [subject = '', blank = ''] = message.trimEnd().split('\n');
  if (subject.length > SUBJECT_LENGTH_MAX)
    return `the subject has ${subject.length} characters, at most ${SUBJECT_LENGTH_MAX}: move the rest into the body`;
  if (/[.…]$/.test(subject)) return 'the subject ends with a full stop: leave it out';
  if (/^(fixup|squash|amend)! /.test(subject)) return 'the commit waits to be squashed: git rebase --autosquash';
  if (/^(feat|fix|chore|docs|test|refactor)(\(.*\))?:/.test(subject))
    return 'the subject has a type: begin with a verb in the imperative';
  return blank === '' ? null : 'the second line is not empty: put a blank line between subject and body';
}

/** The newest commits except merges, as short id and message; empty without a repository. */
function messages(root: string): [id: string, message: string][] {
  // A copy without history may lie inside another repository.
  if (!existsSync(join(root, '.git'))) return [];
  const words = ['log', '--no-merges', `--since=${ruleFrom}`, `--max-count=${COMMITS_MAX}`, '--format=%h%n%B%x00'];
  try {
    const text = execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return text
      .split('\0')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => [one.slice(0, one.indexOf('\n')), one.slice(one.indexOf('\n') + 1)]);
  } catch {
    return [];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [id, message] of messages(resolve(import.meta.dirname, '../..'))) {
    const fault = messageFault(message);
    if (fault === null) continue;
    process.stderr.write(`${id} ${message.split('\n')[0]}\n  ${fault}\n`);
    process.exitCode = 1;
  }
}
