/** HTML as a tagged template: every value is escaped, unless it is HTML from this function. */

/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Null, undefined and false render nothing, so `condition && html\`…\`` works in a template. */
export type Value = Html | string | number | null | undefined | false | readonly Value[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Attribute values must be quoted. Never put a value into a script, a style or an event attribute. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const rest = parts.slice(1).map((part, index) => `${textOf(values[index])}${part}`);
  return new Html(`${parts[0] ?? ''}${rest.join('')}`);
}

function textOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  return value.map(textOf).join('');
}

const idAttributes = /\b(id|for|aria-labelledby|aria-describedby|aria-controls|href)="([^"]*)"/g;

/**
 * The same markup with prefixed ids, so that a page can hold it twice. The prefix is the id of the part's heading, which
 * ends the names of its sections: landmarks of a page have different names.
 */
export function withIds(prefix: string, { text }: Html): Html {
  const named = (id: string): string => `${prefix}-${id}`;
  return new Html(
    text.replaceAll(idAttributes, (whole, name: string, value: string) => {
      if (name === 'href') return value.startsWith('#') ? `href="#${named(value.slice(1))}"` : whole;
      const ids = value.split(' ').map(named);
      return `${name}="${[...ids, ...(name === 'aria-labelledby' ? [prefix] : [])].join(' ')}"`;
    }),
  );
}

const reserved = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))\.?$/;

/** True for an address that cannot be opened: its domain is reserved for examples and tests (RFC 2606). */
export function isReserved(url: string): boolean {
  return URL.canParse(url) && reserved.test(new URL(url).hostname);
}

/** Only http and https links; others, such as `javascript:`, give null. */
export function safeLink(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? url : null;
}
