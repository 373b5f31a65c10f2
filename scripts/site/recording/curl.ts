// Parser of curl commands in the documentation.

export type Request = { url: string; method: string; headers: Readonly<Record<string, string>>; body: string | null };

/** Options for output files; each has a value. */
const quiet = new Set(['-o', '-D']);

/** Null if the text is not a curl command. Throws for an unknown option. */
export function requestOf(command: string, environment: Readonly<Record<string, string>>): Request | null {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => single ?? withVariables(double ?? bare ?? '', environment),
  );
  if (words.shift() !== 'curl') return null;
  const request = { url: '', method: 'GET', headers: {} as Record<string, string>, body: null as string | null };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue;
    if (quiet.has(word)) words.shift();
    else if (word === '-X') request.method = words.shift() ?? '';
    else if (word === '-d') request.body = words.shift() ?? '';
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(': ');
      request.headers[name] = value.join(': ');
    } else if (word.startsWith('-'))
      throw new Error(`the documentation uses ${word} of curl, which nothing here knows`);
    else request.url = word;
  }
  return request;
}

function withVariables(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => environment[name] ?? '');
}
