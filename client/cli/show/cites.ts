// Citations of a text: numbered at their first mention, listed at the end by source, with words and link.
import type { Citation } from '../../../generated/api.ts';
import { dayText, instantText, oneLine, secondsText } from '../say.ts';
import { capital, counted } from '../../words/text.ts';
import { type Ink, joined } from '../terminal/ink.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { shortened } from '../terminal/text-width.ts';
import { label } from './looks.ts';
import { restatedWords, verifications } from '../../words/states.ts';

const QUOTE_COLUMNS_MAX = 280;

export class Cites {
  readonly #known: ReadonlyMap<string, Citation>;
  readonly #numbers = new Map<string, number>();
  readonly #ink: Ink;

  constructor(citations: readonly Citation[], ink: Ink) {
    this.#known = new Map(citations.map((citation) => [citation.citation_id, citation]));
    this.#ink = ink;
  }

  /** Numbers of these citations, to print after the text that rests on them. */
  to(...ids: readonly (string | null)[]): string {
    const numbers = ids.flatMap((id) => (id === null ? [] : [this.#numberOf(id)]));
    const signs = numbers.map((one) => `[${one}]`).join('');
    return signs === '' ? '' : `\u00a0${this.#ink.paint('accent', signs)}`;
  }

  #numberOf(id: string): string {
    // The contract excludes such an id; if it occurs, it is reported, not hidden.
    if (!this.#known.has(id)) return `${id} is not in this document`;
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return String(number);
  }

  /** Lists the mentioned citations by source. */
  list(sheet: Sheet): void {
    const bySource = new Map<string, Citation[]>();
    for (const id of this.#numbers.keys()) {
      const citation = this.#known.get(id);
      if (citation === undefined) continue;
      bySource.set(citation.evidence_id, [...(bySource.get(citation.evidence_id) ?? []), citation]);
    }
    if (bySource.size > 0) sheet.heading('Sources');
    for (const [evidenceId, cited] of bySource) this.#source(evidenceId, cited, sheet);
    const rest = this.#known.size - this.#numbers.size;
    if (rest > 0) {
      sheet.gap();
      const sentence = `${counted(rest, 'further citation')} of this document ${rest === 1 ? 'is' : 'are'} not mentioned above; --json has ${rest === 1 ? 'it' : 'them'}.`;
      sheet.say(this.#ink.paint('dim', sentence));
    }
  }

  #source(evidenceId: string, cited: readonly Citation[], sheet: Sheet): void {
    const [first] = cited;
    if (first === undefined) return;
    const { paint } = this.#ink;
    const by = first.author_name === undefined ? '' : `, ${oneLine(first.author_name)}`;
    const about = `${capital(first.source_type)}${by}, ${publishedOf(first)}`;
    sheet.row(paint('bold', oneLine(first.source_title)), about);
    sheet.say(joined(this.#ink, paint('underline', linkOf(first.source_url)), paint('dim', evidenceId)), 2);
    for (const citation of cited) {
      const number = this.#numbers.get(citation.citation_id);
      const words = `${this.#wordsOf(citation)} ${label(verifications, citation.verification, this.#ink)}`;
      sheet.item(words, { sign: paint('accent', `[${number}]`), indent: 2 });
    }
  }

  #wordsOf({ locator }: Citation): string {
    const { glyphs } = this.#ink;
    switch (locator.kind) {
      case 'text_quote':
        return `${glyphs.quote}${shortened(oneLine(locator.exact), QUOTE_COLUMNS_MAX, glyphs.cut)}${glyphs.unquote}`;
      case 'time_range':
        return `from ${secondsText(locator.start_seconds)} to ${secondsText(locator.end_seconds)} of the recording`;
      case 'page':
        return `page ${locator.page}`;
      // Not an exact quote, so without quotation marks.
      case 'rendered':
      case 'summarised':
        return `${restatedWords[locator.kind]}: ${shortened(oneLine(locator.text), QUOTE_COLUMNS_MAX, glyphs.cut)}`;
    }
  }
}

/** Prints only addresses that a browser opens as a page. */
export function linkOf(address: string): string {
  return /^https?:\/\/[^\s\ufffd]+$/i.test(address) ? address : '(no web address)';
}

export function publishedOf({
  published_at: at,
  published_on: on,
  observed_at: observed,
}: Pick<Citation, 'published_at' | 'published_on' | 'observed_at'>): string {
  if (at !== null) return instantText(at);
  return on === null ? `publication date not recorded, observed ${instantText(observed)}` : dayText(on);
}
