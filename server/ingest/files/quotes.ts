// Quotes in captured text: each stands there in whole characters and whole words, or says with its context where it cuts.
import { shown } from './faults.ts';

export type Quote = { exact: string; prefix?: string; suffix?: string };
export type QuoteFault = { field: string; what: string; fix: string };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Code units on either side of a cut that decide what it cuts: segmenting a whole capture would take a second. */
const around_max = 128;

/** Written without spaces: where a word ends there, only a dictionary says. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/** The fault of a quote that does not stand in the capture as it has to; null if it does. */
export function quoteFault(capture: string, quote: Quote, evidenceId: string): QuoteFault | null {
  const fix = `quote the captured text of ${shown(evidenceId)} word for word`;
  if (!capture.includes(quote.exact)) return absent(capture, quote, fix);
  let found = false;
  let cut: Cuts | null = null;
  for (const cuts of occurrences(capture, quote)) {
    found = true;
    if (isWhole(cuts, quote)) return null;
    cut ??= cuts;
  }
  if (!found || cut === null)
    return { field: 'locator', what: 'the quote does not stand between its prefix and suffix', fix };
  return cutFault(quote, cut);
}

/** True if the quote stands in the capture more than once as it has to. */
export function isAmbiguous(capture: string, quote: Quote): boolean {
  let times = 0;
  for (const cuts of occurrences(capture, quote)) {
    if (isWhole(cuts, quote)) times += 1;
    if (times > 1) return true;
  }
  return false;
}

/** The character or the word that a quote cuts in two, at either end. */
type Cut = { is: 'character' | 'word'; of: string } | null;
type Cuts = { start: Cut; end: Cut };

/** A letter or two may stand in a long capture ten thousand times: places beyond these are not looked at. */
const places_max = 1_000;

function* occurrences(capture: string, { exact, prefix = '', suffix = '' }: Quote): Generator<Cuts> {
  const inContext = `${prefix}${exact}${suffix}`;
  let at = capture.indexOf(inContext);
  for (let place = 0; at >= 0 && place < places_max; place += 1) {
    const start = at + prefix.length;
    yield { start: cutAt(capture, start), end: cutAt(capture, start + exact.length) };
    at = capture.indexOf(inContext, at + 1);
  }
}

/** A word may be cut where the context shows its other half; a character may not be cut at all. */
function isWhole({ start, end }: Cuts, { prefix = '', suffix = '' }: Quote): boolean {
  const stands = (cut: Cut, context: string): boolean => cut === null || (cut.is === 'word' && context !== '');
  return stands(start, prefix) && stands(end, suffix);
}

function cutAt(capture: string, place: number): Cut {
  if (place <= 0 || place >= capture.length) return null;
  // Most quotes end next to a space.
  if (/^[\n\t -~]{2}$/.test(capture.slice(place - 1, place + 1)) && /\s/.test(capture.slice(place - 1, place + 1)))
    return null;
  const from = startBefore(capture, place);
  const near = capture.slice(from, place + around_max);
  const offset = place - from;
  const character = graphemes.segment(near).containing(offset);
  if (character !== undefined && character.index !== offset) return { is: 'character', of: character.segment };
  const word = words.segment(near).containing(offset);
  if (word?.isWordLike !== true || word.index === offset) return null;
  const [before, after] = [near.slice(0, offset).at(-1) ?? '', near.slice(offset).at(0) ?? ''];
  return unspaced.test(before) || unspaced.test(after) ? null : { is: 'word', of: word.segment };
}

/** A place before the cut at which nothing is cut itself: after white space, if there is some near. */
function startBefore(capture: string, place: number): number {
  const least = Math.max(0, place - around_max);
  for (let at = place - 1; at > least; at -= 1) if (/\s/.test(capture.charAt(at))) return at;
  return /[\uDC00-\uDFFF]/.test(capture.charAt(least)) ? least + 1 : least;
}

function absent(capture: string, { exact }: Quote, fix: string): QuoteFault {
  const field = 'locator.exact';
  if (!capture.normalize('NFC').includes(exact.normalize('NFC')))
    return { field, what: `${shown(exact)} is not in the captured text`, fix };
  const what = `${shown(exact)} stands in the captured text in another Unicode normalisation (composed or decomposed letters)`;
  return { field, what, fix: 'copy the quote from the captured text, or bring both into one normalisation' };
}

function cutFault({ exact, prefix = '', suffix = '' }: Quote, { start, end }: Cuts): QuoteFault {
  const cuts = [
    ...(start !== null && (start.is === 'character' || prefix === '') ? [`begins inside ${shown(start.of)}`] : []),
    ...(end !== null && (end.is === 'character' || suffix === '') ? [`ends inside ${shown(end.of)}`] : []),
  ];
  const isCharacter = start?.is === 'character' || end?.is === 'character';
  return {
    field: 'locator.exact',
    what: `${shown(exact)} ${cuts.join(' and ')}`,
    fix: isCharacter ? 'quote whole characters' : 'quote whole words, or give the rest in prefix and suffix',
  };
}
