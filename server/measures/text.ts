// Text normalised once on entry, and cut at a word when an answer lacks room.
import { lazy } from '../memory/lazy.ts';

/** Code points that each kind of text may have in an answer. */
export const textCaps = { summary: 600, statement: 600, reason: 240, blocker: 240, label: 120 } as const;

export type CappedText = { readonly text: string; readonly truncated: boolean };

const graphemes = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
const words = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }));

/** Code units read beyond the room, to find the end of its last word: segmenting a megabyte would take a second. */
const lookahead = 256;

/** The longest prefix that ends at a word; empty only for an empty text. */
export function capText(text: string, maxCodePoints: number): CappedText {
  if (!isLonger(text, maxCodePoints)) return { text, truncated: false };
  const head = text.slice(0, 4 * maxCodePoints + lookahead);
  const ends = graphemeEnds(head, maxCodePoints);
  const limit = ends.at(-1) ?? 0;
  const cut = lastSpace(head, ends) ?? lastWordEnd(head, ends) ?? limit;
  const kept = head.slice(0, cut).trimEnd();
  if (kept !== '') return { text: kept, truncated: true };
  // One grapheme longer than the whole room, or only white space: cut at a code point.
  return { text: limit > 0 ? text.slice(0, limit) : firstCodePoints(text, maxCodePoints), truncated: true };
}

function isLonger(text: string, maxCodePoints: number): boolean {
  if (text.length <= maxCodePoints) return false;
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > maxCodePoints) return true;
  }
  return false;
}

/**
 * Characters below the combining marks, common punctuation and currency signs: each is a grapheme next to any other of
 * them.
 */
export const separateGraphemes = /^[\0-\f\x0E-\u02FF\u2010-\u2027\u2030-\u205E\u20A0-\u20BF]*/;

/** Offsets at which a grapheme ends, as long as the text before them fits. */
function graphemeEnds(text: string, maxCodePoints: number): readonly number[] {
  // Fast path for nearly every text: a cut with the segmenter takes twenty times as long.
  const separate = separateGraphemes.exec(text.slice(0, maxCodePoints + 1))?.[0].length ?? 0;
  if (separate > maxCodePoints) return Array.from({ length: maxCodePoints }, (_, place) => place + 1);
  const ends: number[] = [];
  let count = 0;
  for (const { segment, index } of graphemes().segment(text)) {
    count += [...segment].length;
    if (count > maxCodePoints) break;
    ends.push(index + segment.length);
  }
  return ends;
}

/** The last end before white space, unless that gives away more than half of the room (a text without spaces). */
function lastSpace(text: string, ends: readonly number[]): number | null {
  const least = (ends.at(-1) ?? 0) / 2;
  return ends.findLast((end) => end >= least && /\s/.test(text.charAt(end))) ?? null;
}

function lastWordEnd(text: string, ends: readonly number[]): number | null {
  const limit = ends.at(-1) ?? 0;
  const isGraphemeEnd = new Set(ends);
  let last: number | null = null;
  for (const { segment, index } of words().segment(text)) {
    const end = index + segment.length;
    if (end > limit) break;
    if (isGraphemeEnd.has(end)) last = end;
  }
  return last;
}

function firstCodePoints(text: string, maxCodePoints: number): string {
  const codePoints = Array.from(text.slice(0, 2 * Math.max(1, maxCodePoints)));
  return codePoints.slice(0, Math.max(1, maxCodePoints)).join('');
}

export type NormalisedText = { readonly text: string; readonly removedCharacters: number };

const emoji = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]?`;
/** People, families, flags and the like: pictographs held together by zero-width joiners. */
const joinedEmoji = String.raw`${emoji}(?:\u200D${emoji})+`;
/** The flags of England, Scotland and Wales are the only sequences of tag characters in general use. */
const tagFlag = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;
/**
 * Scripts in which U+200C and U+200D are spelling (RFC 5892, appendix A.1 and A.2): Arabic and its relatives, and those
 * of South and South-East Asia.
 */
const joiningScripts = (
  'Arab Syrc Mand Nkoo Adlm Rohg Sogd Mong Phag ' +
  'Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Newa Tirh Limb Cakm ' +
  'Khmr Mymr Tibt Bali Java Sund Lana'
).split(' ');
const spelled = String.raw`(?=[\p{L}\p{M}])[${joiningScripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;
/** Signs that take the vowel off a consonant; a joiner after one is spelling at the end of a word too. */
const viramas = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u103A\u17D2\u1A60\u1B44\u1BAA\uA9C0]`;
const spellingJoiner = String.raw`[\u200C\u200D](?:(?<=${spelled}[\u200C\u200D])(?=${spelled})|(?<=${viramas}[\u200C\u200D]))`;
const controls = String.raw`[\0-\x08\x0B-\x1F\x7F-\x9F]`;
const bidi = String.raw`[\u061C\u200E\u200F\u202A-\u202E\u2066-\u206F]`;
const zeroWidth = String.raw`[\u180E\u200B-\u200D\u2060-\u2065\uFEFF\uFFF9-\uFFFB]`;
const tags = String.raw`[\u{E0000}-\u{E007F}]`;
const loneSurrogates = String.raw`[\uD800-\uDFFF]`;

const visitor = lazy(
  () =>
    new RegExp(
      `(?<kept>${joinedEmoji}|${tagFlag}|${spellingJoiner})|${controls}|${bidi}|${zeroWidth}|${tags}|${loneSurrogates}`,
      'gu',
    ),
);

/** A second variation selector on one character shows nothing and can hide data. */
const stackedSelectors = /(?<=[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

/** CRLF becomes LF; LF and TAB stay. Invisible characters outside emoji and spelling are removed and counted. */
export function normaliseText(raw: string): NormalisedText {
  let removedCharacters = 0;
  const remove = (found: string, kept?: unknown): string => {
    if (kept === found) return found;
    removedCharacters += 1;
    return '';
  };
  const text = raw.replaceAll('\r\n', '\n').replace(visitor(), remove).replace(stackedSelectors, remove);
  return { text, removedCharacters };
}
