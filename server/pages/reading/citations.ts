/** Citations of a document as footnotes: numbered in order, linked from statements, with quote, source and proof. */
import type { BriefOverview } from '../../../generated/api.ts';
import { type Html, html, isReserved, safeLink } from '../shell/html.ts';
import { restatedWords } from '../../../client/words/states.ts';
import { verificationLabel } from './drawing/labels.ts';
import { day, instant } from './drawing/say.ts';
import { capital } from '../../../client/words/text.ts';

type Citation = BriefOverview['citations'][number];

type Person = { readonly name: string; readonly handle: string | null };

export type Cites = {
  /** Links to these citations on the page, as [1] [2]. */
  readonly to: (...ids: readonly (string | null)[]) => Html;
  readonly has: (id: string) => boolean;
  /** The exact words that a citation rests on, with a note if not this person says them; null if it does not quote. */
  readonly quoteOf: (id: string, person: Person) => Html | null;
  readonly count: number;
  readonly list: Html;
  /** The list without its heading. */
  readonly items: Html;
};

/** Sources of a further document on the page: those that `shown` has are linked there, and the others go on counting. */
export function furtherCites(citations: readonly Citation[], shown: Cites): Cites {
  const further = citesOf(
    citations.filter(({ citation_id: id }) => !shown.has(id)),
    shown.count + 1,
  );
  const to = (...ids: readonly (string | null)[]): Html =>
    html`${ids.map((id) => (id === null || further.has(id) ? further : shown).to(id))}`;
  return { ...further, to };
}

export function citesOf(citations: readonly Citation[], first = 1): Cites {
  const numbers = new Map(citations.map(({ citation_id: id }, index) => [id, index + first]));
  const reference = (id: string): Html => {
    const number = numbers.get(id);
    // The contract's check refuses a document with such an id; if it fails, the page shows the fault.
    if (number === undefined) return html` <span class="soft">[citation ${id} is not in this document]</span>`;
    return html` <a class="cite" href="#cite-${number}" aria-label="Citation ${number}">[${number}]</a>`;
  };
  const items = html`<ol class="citations" start="${first}">${citations.map((citation, index) => listed(citation, index + first))}</ol>`;
  return {
    count: citations.length,
    has: (id) => numbers.has(id),
    quoteOf: (id, person) => {
      const found = citations.find(({ citation_id: of }) => of === id);
      return found?.locator.kind === 'text_quote' ? quoteBy(found, found.locator.exact, person) : null;
    },
    to: (...ids) => html`${ids.filter((id) => id !== null).map(reference)}`,
    items,
    list: html`<section aria-labelledby="citations">
      <h2 id="citations">Sources</h2>
      <p class="soft small">Where each statement was published, and the words it rests on. A rendering or a summary does not quote them.</p>
      ${items}
    </section>`,
  };
}

/** A footnote: one line that unfolds to the quote, the source and the proof. A script shows it at a reference. */
function listed(citation: Citation, number: number): Html {
  const { source_url: url, source_title: title, author_name: author, source_type: type, verification } = citation;
  const published = publishedOf(citation);
  return html`<li id="cite-${number}" tabindex="-1">
    <details>
      <summary>
        <span class="source"><strong>${title}</strong>
          <span class="source-line"><small class="soft">${author && `${author}, `}${datedOf(citation)}</small> ${verificationLabel(verification)}</span></span>
      </summary>
      ${quoted(citation.locator)}
      <p class="small">${speakerOf(citation)}. ${sourceLink(url)}</p>
      <p class="soft small">
        ${capital(type)}; ${published !== null && html`published ${published}; `}observed ${instant(citation.observed_at)}
      </p>
      <p class="soft small mono">${citation.citation_id}, capture ${citation.content_hash}</p>
    </details>
  </li>`;
}

/** A view may rest on words that are not its person's own, such as those of a filing. */
function quoteBy(citation: Citation, words: string, { name, handle }: Person): Html {
  const isOwn = [name, handle, handle === null ? null : `@${handle}`].includes(citation.author_name ?? null);
  return html`“${words}”${!isOwn && html` <small class="soft">${speakerOf(citation)}</small>`}`;
}

/** Kinds of sources in which people speak. */
const spoken: ReadonlySet<Citation['source_type']> = new Set(['interview', 'transcript', 'video']);

/** The speaker in words, with the role in which the words were said. */
function speakerOf({ author_name: author, source_type: type }: Pick<Citation, 'author_name' | 'source_type'>): string {
  if (author === undefined) return `The ${type} itself; no author is recorded`;
  return spoken.has(type) ? `${author}, in the ${type}` : `${author}, author of the ${type}`;
}

function sourceLink(url: string): Html {
  const link = safeLink(url);
  if (link === null) return html`<span class="soft">The source has no address that a browser opens.</span>`;
  if (isReserved(link)) return html`<span class="soft">Fictional source, nothing to open: ${url}</span>`;
  return html`<a href="${link}" target="_blank" rel="noopener nofollow">Verify at the source<span class="heard"> in a new tab</span></a>`;
}

/** The day of publication, or of the observation where none is recorded. */
function datedOf({ published_at: at, published_on: on, observed_at: observed }: Citation): Html {
  const published = at ?? on;
  return published === null ? html`observed ${day(observed.slice(0, 10))}` : day(published.slice(0, 10));
}

/** Null if no publication is recorded. */
function publishedOf({ published_at: at, published_on: on }: Citation): Html | null {
  if (at !== null) return instant(at);
  return on === null ? null : day(on);
}

function quoted(locator: Citation['locator']): Html {
  switch (locator.kind) {
    case 'text_quote': {
      const { prefix, exact, suffix } = locator;
      return html`<blockquote>
        ${prefix !== null && html`<span class="soft">…${prefix}</span>`}<mark>${exact}</mark>${suffix !== null && html`<span class="soft">${suffix}…</span>`}
      </blockquote>`;
    }
    case 'time_range':
      return html`<p>From ${clock(locator.start_seconds)} to ${clock(locator.end_seconds)} of the recording.</p>`;
    case 'page':
      return html`<p>Page ${locator.page}.</p>`;
    // Not the exact words of the source, so it is not marked as a quote.
    case 'rendered':
    case 'summarised':
      return html`<p>${capital(restatedWords[locator.kind])}: ${locator.text}</p>`;
  }
}

/** Seconds as 1:02:05. */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
