// Hostile values for the fields of records: texts, links, instants, dates, ids, decimals and numbers at and beyond their bounds.
import type { Draw } from '../fuzz/draw.ts';
import { hostile, naughty } from '../journeys/hostile/hostile-strings.ts';

/** Each class of characters that Unicode treats apart, alone and between letters. */
const pieces = [
  '\0',
  '\u0007',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u0301',
  '\u034f',
  '\u061c',
  '\u064b',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2060',
  '\u2800',
  '\u3000',
  '\u3164',
  '\ud800',
  '\udc00',
  '\ufdd0',
  '\ufe0f',
  '\ufeff',
  '\ufffc',
  '\ufffd',
  '\uffff',
  '\u{1f468}',
  '\u{1f1e9}',
  '\u{1f3fb}',
  '\u{10ffff}',
  '\u{e0001}',
  '\u{e0100}',
  'e\u0301',
  '\u00e9',
  '\u0130',
  '\u00df',
  '\ufb01',
  '\u1e9e',
  '\u0915\u094d\u200d\u0937',
  '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '"',
  "'",
  '\\',
  '\\u0000',
  '<',
  '&',
  '%',
  '%00',
  '{',
  '}',
  '$',
  '`',
  ',',
  ';',
  '|',
  '/',
  '~1',
  '~0',
  '"detail_url":"',
  '"beliefs":[],"citations":[]',
  ' ',
  '.',
  '-',
  '_',
  '0',
  '640',
  'a',
  'Z',
  'Quarry',
] as const;

const long = [
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(1_000),
  '\u6f22'.repeat(1_000),
  '\u{1f468}'.repeat(500),
  'word '.repeat(400),
  `e${'\u0301'.repeat(700)}`,
  `${'\u{1f468}\u200d'.repeat(300)}\u{1f468}`,
  'x'.repeat(20_000),
  'word '.repeat(30_000),
  '\u0001'.repeat(900),
  '"'.repeat(900),
];

const schemes = ['https://', 'http://', 'HTTPS://', 'ftp://', 'javascript:', 'mailto:', '//', ''] as const;
const hosts = [
  'a.example',
  'a.example:8080',
  'a.example:65536',
  'gr\u00f6\u00dfe.example',
  'xn--gre-6ka8i.example',
  '[::1]',
  '[v1.a]',
  '127.0.0.1',
  '1.2.3.999',
  '0x7f.1',
  'ada:secret@a.example',
  'a.example.',
  'a_b.example',
  'a%2eb.example',
  '-.example',
  'localhost',
  '\u3002example',
] as const;
const linkPieces = [
  '/',
  '?',
  '#',
  '%',
  '%2',
  '%41',
  '%zz',
  '%c0%af',
  '[',
  ']',
  '@',
  ':',
  '..',
  '//',
  '&a[]=',
  '=',
  '+',
  "'",
  '"',
  '<',
  '|',
  '\\',
  '^',
  '`',
  '{',
  ' ',
  'a',
  '1',
] as const;

const days = [
  '0000-01-01',
  '0001-01-01',
  '0099-12-31',
  '1582-10-10',
  '1899-12-31',
  '1900-02-29',
  '1969-12-31',
  '1970-01-01',
  '1999-12-31',
  '2000-02-29',
  '2011-12-30',
  '2012-12-31',
  '2013-01-01',
  '2019-11-28',
  '2020-02-29',
  '2020-02-30',
  '2020-03-07',
  '2020-12-31',
  '2021-02-29',
  '2027-12-31',
  '2028-01-03',
  '2038-01-20',
  '9999-12-31',
  '10000-01-01',
  '2020-1-1',
  '20200102',
] as const;
const times = [
  'T00:00:00Z',
  'T00:00:00.000Z',
  'T20:59:59.999999999Z',
  'T21:00:00Z',
  'T21:00:00.0009Z',
  'T23:59:59Z',
  'T23:59:59.9999Z',
  'T23:59:60Z',
  'T24:00:00Z',
  'T12:00Z',
  't12:00:00z',
  'T12:00:00+00:00',
  'T12:00:00-00:00',
  ' 12:00:00Z',
  'T12:00:00.Z',
  'T12:00:00',
] as const;

const decimals = [
  '0',
  '0.0',
  '00.1',
  '1',
  '01',
  '1.',
  '.5',
  '1e3',
  '-1',
  '+1',
  '1,5',
  '0.000000000000000000000000000001',
  '99999999999999999999',
  '99999999999999999999.999999999999999999999999999999',
  '0.1',
  '123456789012345678.123456789',
  '9007199254740993',
  'NaN',
  'Infinity',
  '\u0661',
] as const;

const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  1e-7,
  5e-324,
  1.7976931348623157e308,
  1e21,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  999_999,
  1_000_000,
  1_000_001,
  4_294_967_296,
  0.30000000000000004,
] as const;

const idCharacters = 'AZaz09._~:/=|@+-%#? &<"\u00e9\\';
const tickerCharacters = 'AZaz09.^=/:_&$*+-%# <"\u00e9';

const drawn = (draw: Draw, characters: string, most: number): string =>
  Array.from({ length: 1 + draw.below(most) }, () => characters.charAt(draw.below(characters.length))).join('');

const joined = (draw: Draw, list: readonly string[], most: number): string =>
  Array.from({ length: 1 + draw.below(most) }, () => draw.pick(list)).join('');

/** Any text: of the two lists, of pieces, or longer than there is room for. */
export function hostileText(draw: Draw): string {
  if (draw.once(20)) return draw.pick(long);
  if (draw.once(3)) return draw.pick(draw.once(2) ? naughty : hostile);
  const text = joined(draw, pieces, 8);
  return draw.once(3) ? `${text}${draw.pick(['Quarry', 'a', '\u6f22'])}` : text;
}

const hostileLink = (draw: Draw): string =>
  `${draw.once(4) ? draw.pick(schemes) : 'https://'}${draw.once(3) ? draw.pick(hosts) : 'a.example'}/${joined(draw, linkPieces, 9)}`;

const hostileDay = (draw: Draw): string => draw.pick(days);
const hostileInstant = (draw: Draw): string =>
  `${draw.once(2) ? draw.pick(days) : '2020-03-02'}${draw.once(2) ? draw.pick(times) : 'T15:00:00Z'}`;

type Make = (draw: Draw) => string;

/** By the name of a field: what is hostile to its format, and not to every text. */
const makers: readonly (readonly [RegExp, Make])[] = [
  [/url$/, hostileLink],
  [/(_at|expected_by)$/, hostileInstant],
  [/(_on|_date|_session|name_from)$/, hostileDay],
  [/^ticker$/, (draw) => drawn(draw, tickerCharacters, 33)],
  [/(_id|_ids|^id|^dataset)$/, (draw) => drawn(draw, idCharacters, 40)],
  [/^(low|high|price_when_stated)$/, (draw) => draw.pick(decimals)],
  [/^(cik|sic)$/, (draw) => drawn(draw, '0123456789', 10)],
  [/^(figi|isin)$/, (draw) => `${drawn(draw, 'AZaz09', 11)}${draw.below(10)}`],
  [/^currency$/, (draw) => drawn(draw, 'AXZaz1', 4)],
];

/** A hostile value for a field of this name, which holds such a value in a valid record. */
export function hostileValue(draw: Draw, name: string, valid: unknown): unknown {
  if (typeof valid === 'number') return draw.once(8) ? hostileText(draw) : draw.pick(numbers);
  if (typeof valid === 'boolean' || draw.once(60)) return draw.pick([true, false, null, 0, [], {}]);
  const make = makers.find(([pattern]) => pattern.test(name))?.[1];
  return make === undefined || draw.once(5) ? hostileText(draw) : make(draw);
}
