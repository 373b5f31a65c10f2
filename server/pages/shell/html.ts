/** HTML as a tagged template: every value is escaped, unless it is HTML that this very function has made. */

/** Markup that is safe to send as it is. Only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Null, undefined and false leave nothing behind, so that `condition && html\`…\`` can stand in a template. */
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

/** Attribute values have to stand in quotes. Never put a value into a script, a style or an event attribute. */
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

/** Only links that a browser opens as pages; anything else, such as `javascript:`, becomes no link at all. */
export function safeLink(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? url : null;
}
