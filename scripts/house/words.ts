// Ratchet of plain language: `words.ts` compares each room with its row, `words.ts ROOM` lists, `--write` lowers rows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Rule, rules, wordFaults } from './word-rules.ts';

type Counts = Partial<Record<Rule, number>>;

const root = resolve(import.meta.dirname, '../..');
const table = join(import.meta.dirname, 'word-counts.json');

/** A room is a folder of two names; the store and the proofs are halls with rooms below them. */
function roomOf(file: string): string {
  const parts = dirname(file).split('/');
  return parts.slice(0, /^(server\/store|server\/ingest|scripts\/proof)(\/|$)/.test(dirname(file)) ? 3 : 2).join('/');
}

function sources(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'server', 'client', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  return listed.split('\n').filter((file) => /\.(ts|js|mjs)$/.test(file));
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

function counted(): { counts: Map<string, Counts>; list: Map<string, string[]> } {
  const counts = new Map<string, Counts>();
  const list = new Map<string, string[]>();
  for (const file of sources()) {
    const text = textOf(file);
    if (text === undefined) continue;
    const room = roomOf(file);
    const row = counts.get(room) ?? {};
    counts.set(room, row);
    for (const { rule, line, text: words } of wordFaults(file, text)) {
      row[rule] = (row[rule] ?? 0) + 1;
      list.set(room, [...(list.get(room) ?? []), `${file}:${line} ${rule}: ${words}`]);
    }
  }
  return { counts, list };
}

const sumOf = (row: Counts | undefined): number => Object.values(row ?? {}).reduce((sum, count) => sum + count, 0);

function compare(write: boolean): number {
  const { counts, list } = counted();
  const allowed = JSON.parse(readFileSync(table, 'utf8')) as Record<string, Counts>;
  let risen = 0;
  for (const [room, row] of counts) {
    const excess = rules.filter((rule) => (row[rule] ?? 0) > (allowed[room]?.[rule] ?? 0));
    risen += excess.length;
    for (const rule of excess) {
      process.stdout.write(`${room}: ${row[rule]} faults of rule "${rule}", at most ${allowed[room]?.[rule] ?? 0}:\n`);
      const lines = (list.get(room) ?? []).filter((line) => line.includes(` ${rule}: `));
      process.stdout.write(`${lines.map((line) => `  ${line}\n`).join('')}`);
    }
  }
  const total = [...counts.values()].reduce((sum, row) => sum + sumOf(row), 0);
  process.stdout.write(`${total} faults in ${[...counts.values()].filter((row) => sumOf(row) > 0).length} rooms\n`);
  if (write && risen === 0) {
    const rows = [...counts].filter(([, row]) => sumOf(row) > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const lines = rows.map(([room, row]) => {
      const cells = rules.flatMap((rule) => (row[rule] === undefined ? [] : [`"${rule}": ${row[rule]}`]));
      return `  "${room}": { ${cells.join(', ')} }`;
    });
    writeFileSync(table, `{\n${lines.join(',\n')}\n}\n`);
  }
  return risen === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [room] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  if (room === undefined) process.exitCode = compare(process.argv.includes('--write'));
  else {
    const { list } = counted();
    const chosen = [...list].filter(([name]) => name === room || name.startsWith(`${room}/`));
    process.stdout.write(`${chosen.flatMap(([, lines]) => lines).join('\n')}\n`);
  }
}
