// Values of a parameter: valid ones, values at the bounds, and hostile text.
import type { Json } from '../../../server/contract/description.ts';
import { naughty } from '../journeys/hostile/hostile-strings.ts';
import { Draw } from './draw.ts';

const attacks: readonly string[] = [
  '\u0000',
  'A\u0000B',
  'A\nB',
  'A\r\nSet-Cookie: x=1',
  '\u007f',
  '\u0085',
  '\u202Etxt',
  '\u2066A\u2069',
  '\u200B',
  '\uFEFF',
  '\uFFFE',
  '\u{1F4A9}',
  '\u{10FFFF}',
  'e\u0301'.repeat(20),
  "' or '1'='1",
  "'; drop table record; --",
  '" or ""="',
  '%',
  '%25%32%35',
  '../../../../etc/passwd',
  '..',
  '.',
  'a/b',
  '\\\\host\\share',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '1e1',
  '0x5',
  '+5',
  ' 5',
  '5 ',
  '5.0',
  '05',
  '-0',
  '-1',
  '0',
  '9007199254740993',
  '99999999999999999999999999',
  '٥',
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:60Z',
  '0001-01-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+00:00',
  '2026-01-01 00:00:00Z',
  '2026-01-01t00:00:00z',
  '2026-01-01',
  'urn:uuid:874b4ebf-6f5a-5931-9ee3-cffdace7df6e',
  '{874b4ebf-6f5a-5931-9ee3-cffdace7df6e}',
  '874B4EBF-6F5A-5931-9EE3-CFFDACE7DF6E',
];

const alphabets = {
  word: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-',
  wide: 'Aé漢\u{1F600}ﷺ \'"&=+#?/\\<>%;,:@!$()*[]{}|^`~',
  digits: '0123456789',
} as const;

export function text(draw: Draw, length: number, alphabet: keyof typeof alphabets): string {
  const letters = [...alphabets[alphabet]];
  return Array.from({ length }, () => draw.pick(letters)).join('');
}

export function hostile(draw: Draw): string {
  const kind = draw.below(20);
  if (kind < 9) return draw.pick(attacks);
  if (kind < 14) return draw.pick(naughty);
  if (kind < 17) return text(draw, 1 + draw.below(60), 'wide');
  return text(draw, draw.pick([33, 65, 129, 513, 1_025, 2_000]), draw.pick(['word', 'digits']));
}

/** Three in four are valid or just outside the schema. */
export function valueFor(draw: Draw, schema: Json, known: readonly string[]): string {
  const kind = draw.below(20);
  if (kind < 11 && known.length > 0) return draw.pick(known);
  if (kind < 15) return ofSchema(draw, schema, known);
  if (kind < 18) return beside(draw, schema, known);
  return hostile(draw);
}

/** Valid values come from a pool: always new values would fill every cache, and a leak would look like a cache. */
const POOL = 24;

function instant(draw: Draw): string {
  const of = new Draw(draw.below(POOL));
  const day = new Date(Date.UTC(2026, 0, 1) + of.below(300) * 86_400_000).toISOString().slice(0, 10);
  const fraction = draw.pick(['', '.0', '.123', '.123456', '.123456789']);
  const zone = of.pick(['Z', 'Z', 'z', '-05:00', '+02:00', '+00:00']);
  return `${day}T${String(of.below(24)).padStart(2, '0')}:00:00${fraction}${zone}`;
}

function ofSchema(draw: Draw, schema: Json, known: readonly string[]): string {
  const { minimum = 0, maximum = 100, minLength = 1, maxLength = 64 } = schema as { [key: string]: number };
  if (Array.isArray(schema['enum'])) return String(draw.pick(schema['enum'] as unknown[]));
  if (schema['type'] === 'integer') return String(draw.pick([minimum, minimum + 1, 5, maximum - 1, maximum]));
  if (schema['format'] === 'date-time') return instant(draw);
  const of = new Draw(draw.below(POOL));
  if (schema['format'] === 'uuid') return `${text(of, 8, 'digits')}-1111-5111-8111-${text(of, 12, 'digits')}`;
  if (known.length > 0 && draw.once(2)) return draw.pick(known).toLowerCase();
  const length = of.pick([minLength, maxLength, minLength + of.below(Math.min(maxLength, 40))]);
  return text(of, Math.max(1, Math.min(length, maxLength)), 'word');
}

/** One step outside of what is allowed, or one step inside the bound. */
function beside(draw: Draw, schema: Json, known: readonly string[]): string {
  const { minimum, maximum, maxLength = 64 } = schema as { [key: string]: number };
  if (minimum !== undefined && maximum !== undefined) {
    return String(draw.pick([minimum - 1, minimum, maximum, maximum + 1]));
  }
  const good = ofSchema(draw, schema, known);
  const at = draw.below(good.length + 1);
  return draw.pick([
    '',
    good.padEnd(maxLength + 1, 'x'),
    good.slice(0, -1),
    `${good} `,
    ` ${good}`,
    good.toUpperCase(),
    `${good.slice(0, at)}${draw.pick(attacks)}${good.slice(at)}`,
    `${good},${good}`,
  ]);
}

/** A JSON value of any shape. */
export function anyJson(draw: Draw, depth = 0): unknown {
  const kind = draw.below(depth > 3 ? 7 : 9);
  const scalars = [null, true, false, 0, -1, 1.5, 1e300, 2 ** 53, ''];
  if (kind < 4) return draw.pick(scalars);
  if (kind < 7) return hostile(draw);
  const items = Array.from({ length: draw.below(4) }, () => anyJson(draw, depth + 1));
  return kind === 7 ? items : Object.fromEntries(items.map((item) => [hostile(draw), item]));
}
