// Page of the ASVS table: `npx tsx scripts/security/asvs-page.ts` writes server/docs/asvs.md.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Answer, countOf, rows } from './asvs.ts';
import { chapters, standard } from './asvs-standard.ts';

const head = `---
title: ASVS, row by row
about: Each requirement of OWASP ASVS 5.0.0, level 1 and 2, with the test, the section or the reason that answers it, and what is not met.
---

OWASP's Application Security Verification Standard asks; the words here are ours, the numbers are its. The table is data in \`scripts/security/asvs.ndjson\`: a test fails where a row is missing, or names a test or section that is not there.
`;

const words = {
  test: 'by tests',
  document: 'by a section of the guide',
  reason: 'by a reason',
  gap: 'not met',
} as const;

export function rendered(): string {
  const levels = new Map(standard.map(({ id, level }) => [id, level]));
  const bodies = chapters.map(({ chapter, title }) => {
    const own = rows.filter(({ id }) => `V${id.split('.')[0]}` === chapter);
    const lines = own.map(({ id, about, answer }) => `| ${id} | ${levels.get(id)} | ${about} | ${described(answer)} |`);
    return `## ${chapter}: ${title}\n\n| | Level | Asked | Answered |\n|---|---|---|---|\n${lines.join('\n')}\n`;
  });
  return [head, counts(), ...bodies].join('\n');
}

function counts(): string {
  const [first, second, both] = [countOf(1), countOf(2), countOf()];
  const kinds = ['test', 'document', 'reason', 'gap'] as const;
  const lines = kinds.map((kind) => `| ${words[kind]} | ${first[kind]} | ${second[kind]} | ${both[kind]} |`);
  return `| | Level 1 | Level 2 | Both |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

function described(answer: Answer): string {
  switch (answer.by) {
    case 'test': {
      const tests = answer.tests.map(([file, name]) => `\`${file}\`: ${name} …`).join('; ');
      return answer.but === undefined ? tests : `${tests}. ${answer.but}`;
    }
    case 'document':
      return `[${answer.section}](/docs/security#${answer.section.toLowerCase().replaceAll(' ', '-')})`;
    case 'reason':
      return answer.reason;
    case 'gap':
      return `**Not met.** ${answer.gap}`;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(resolve(import.meta.dirname, '../../server/docs/asvs.md'), rendered());
}
