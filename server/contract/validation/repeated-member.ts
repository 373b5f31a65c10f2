/** Search for a member that an object of a JSON text has twice: parsers silently keep the last one. */
import type { Fault } from './faults.ts';

type Open = { names: Set<string>; prefix: string; last: string };

/** The path of the first member that its object has had before, however its name is escaped. The text is JSON. */
export function repeatedMember(text: string): string | null {
  const objects: Open[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') objects.push({ names: new Set(), prefix: prefixIn(objects.at(-1)), last: '' });
    else if (character === '}') objects.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      const object = objects.at(-1);
      if (object !== undefined && isName(text, end)) {
        object.last = nameIn(text.slice(at, end));
        if (object.names.has(object.last)) return object.prefix + object.last;
        object.names.add(object.last);
      }
      at = end - 1;
    }
  }
  return null;
}

/** Parsers disagree about which of the two counts (RFC 8259, section 4). */
export function repeatedFault(location: string): Fault {
  return { location, message: 'Its object has it more than once.', fix: 'Send it once.' };
}

const prefixIn = (object: Open | undefined): string => (object === undefined ? '' : `${object.prefix}${object.last}.`);

const nameIn = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);

/** Behind the quote that ends it: one that an even number of backslashes precedes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r') at += 1;
  return text[at] === ':';
}
