// `npm run drill -- PART … [NAME=NUMBER …]`: fault injection, part by part; exits with 1 if the service fails a part.
import { parts } from './proof/drill/parts.ts';

const words = process.argv.slice(2);
const names = words.filter((word) => !word.includes('='));
const taken = names.flatMap((name) => parts.get(name)?.takes ?? []);
const unknown = [
  ...names.filter((name) => !parts.has(name)),
  ...words.filter((word) => word.includes('=') && !taken.includes(word.slice(0, word.indexOf('=')))),
];
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`No part is or takes: ${unknown.join(', ')}\n`);
  const lines = [...parts].map(([name, { about, takes = [] }]) => {
    const numbers = takes.length === 0 ? '' : `; takes ${takes.map((one) => `${one}=`).join(' ')}`;
    return `  ${name.padEnd(10)} ${about}${numbers}\n`;
  });
  process.stdout.write(`npm run drill -- PART … [NAME=NUMBER …]\n${lines.join('')}`);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  for (const name of names) if (!((await parts.get(name)?.run()) ?? true)) process.exitCode = 1;
}
