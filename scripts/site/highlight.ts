// Syntax colours by a few rules per language: keys, texts, numbers and comments. Readable without colours too.
type Rule = readonly [kind: 'key' | 'string' | 'number' | 'comment' | 'word', pattern: string];

const json: readonly Rule[] = [
  ['key', String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`],
  ['string', String.raw`"(?:[^"\\]|\\.)*"`],
  ['number', String.raw`-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b`],
  ['word', String.raw`\b(?:true|false|null)\b`],
];
const ts: readonly Rule[] = [
  ['comment', String.raw`\/\/[^\n]*`],
  ['string', String.raw`'(?:[^'\\\n]|\\.)*'|\`[^\`]*\``],
  [
    'word',
    String.raw`\b(?:import|from|const|let|await|for|of|if|else|return|new|throw|try|catch|async|function|export|type|in|instanceof|true|false|null|undefined)\b`,
  ],
  ['number', String.raw`\b\d[\d_]*(?:\.\d+)?\b`],
];
const sh: readonly Rule[] = [
  ['comment', String.raw`(?:^|(?<=\s))#[^\n]*`],
  ['string', String.raw`'[^'\n]*'|"(?:[^"\\\n]|\\.)*"`],
  ['word', String.raw`(?<=^|\n|\| |&& )(?:curl|npm|npx|research|export|psql|pg_dump|pg_restore)\b`],
];
const http: readonly Rule[] = [['key', String.raw`^[A-Za-z-]+(?=:)`]];

const rules: Readonly<Record<string, readonly Rule[]>> = { json, ts, sh, http };

export function highlight(code: string, language: string): string {
  const chosen = rules[language];
  if (chosen === undefined) return escapeHtml(code);
  const pattern = new RegExp(chosen.map(([, one]) => `(${one})`).join('|'), 'gm');
  let [marked, from] = ['', 0];
  for (const found of code.matchAll(pattern)) {
    const kind = chosen[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? 'word';
    marked += `${escapeHtml(code.slice(from, found.index))}<span class="t-${kind}">${escapeHtml(found[0])}</span>`;
    from = found.index + found[0].length;
  }
  return marked + escapeHtml(code.slice(from));
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
