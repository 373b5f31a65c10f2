/** A document as an expandable tree without a script, with links from citations to sources. */
import { type Html, type Value, html } from '../shell/html.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** Deeper parts are closed at first. */
const OPEN_DEPTH = 1;
/** Short parts are open at every depth: opening one for a single line is not worth a click. */
const SHORT_MEMBERS_MAX = 3;

export function jsonTree(document: unknown): Html {
  return html`<ul class="tree">${member(null, document as Json, 0)}</ul>`;
}

function member(name: string | null, value: Json, depth: number): Html {
  const key = name === null ? '' : html`<span class="t-key">${name}</span>: `;
  if (value === null || typeof value !== 'object') return html`<li>${key}${leaf(name, value)}</li>`;
  const inside = Array.isArray(value) ? value.map((item): [null, Json] => [null, item]) : Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (inside.length === 0) return html`<li>${key}${open}${close}</li>`;
  const isOpen = depth < OPEN_DEPTH || (inside.length <= SHORT_MEMBERS_MAX && inside.every(([, one]) => isLeaf(one)));
  const size = `${inside.length} ${Array.isArray(value) ? 'items' : 'members'}`;
  // Anchors of citation ids.
  const anchor = Array.isArray(value) ? undefined : (value as { citation_id?: Json; evidence_id?: Json });
  const id = typeof anchor?.citation_id === 'string' && 'evidence_id' in anchor ? anchor.citation_id : null;
  return html`<li${id !== null && html` id="${id}"`}><details${isOpen && html` open`}><summary>${key}${open} <small>${hint(value)}${size}</small> ${close}</summary><ul>${inside.map(([inner, one]) => member(inner, one, depth + 1))}</ul></details></li>`;
}

const isLeaf = (value: Json): boolean => value === null || typeof value !== 'object';

/** Summary of a closed part in a few words. */
function hint(value: Json): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return '';
  const told = value as { readonly [name: string]: Json };
  const person = told['person'];
  const name =
    person !== null && typeof person === 'object' && !Array.isArray(person) ? (person as { name?: Json }).name : null;
  const said = name ?? told['source_title'] ?? told['label'] ?? told['session_date'] ?? told['ticker'] ?? null;
  return typeof said === 'string' ? `${said} · ` : '';
}

function leaf(name: string | null, value: Json): Value {
  if (typeof value === 'string') {
    const text = JSON.stringify(value);
    const isCitation = value.startsWith('cit_') && name !== 'next_cursor';
    return isCitation
      ? html`<a class="t-string" href="#${value}">${text}</a>`
      : html`<span class="t-string">${text}</span>`;
  }
  return html`<span class="${typeof value === 'number' ? 't-number' : 't-word'}">${String(value)}</span>`;
}
