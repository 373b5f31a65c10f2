// Narrower measures for a document above its bound in bytes: shorter texts, quotes and lists, each cut reported.
import type { Warning } from '../../generated/api.ts';
import { capText } from '../measures/text.ts';

export type Room = {
  /** Code points of a text object. */
  text: number;
  /** Code points of a quote. */
  quote: number;
  /** Code points of the title of a source, and of its author's name. */
  title: number;
  /** Items of each of these lists; a count next to it reports the omitted ones. */
  markers: number;
  related: number;
  conditions: number;
  blockers: number;
  /** Investment cases and intents cannot mark a cut text: they stay whole or appear only in the belief's own record. */
  cases: boolean;
};

/** The builders use the usual measures first; these follow, the widest first. */
export const rooms: readonly [Room, Room, Room, Room] = [
  { text: 600, quote: 100, title: 300, markers: 20, related: 8, conditions: 5, blockers: 5, cases: true },
  { text: 300, quote: 60, title: 200, markers: 10, related: 4, conditions: 3, blockers: 3, cases: true },
  { text: 160, quote: 40, title: 120, markers: 5, related: 2, conditions: 2, blockers: 2, cases: false },
  { text: 80, quote: 20, title: 80, markers: 0, related: 0, conditions: 0, blockers: 0, cases: false },
];

export function roomWarning({ cases }: Room): Warning {
  const left = cases
    ? ''
    : ' Investment cases and author intents are left out, which does not mean that there are none.';
  return {
    code: 'texts-shortened',
    message: `Texts, quotes, titles and lists are shorter than usual, so that the document stays within its size; each is whole in its belief's record or its evidence.${left}`,
    pointer: null,
  };
}

type Node = { readonly [key: string]: unknown };
type ListRule = [list: string, count: string, limit: (room: Room) => number, keep: 'first' | 'last'];

/** Lists, each with the count of its omitted items. */
const counted: readonly ListRule[] = [
  ['markers', 'omitted_marker_count', (room) => room.markers, 'last'],
  ['related_beliefs', 'omitted_related_count', (room) => room.related, 'first'],
  ['related', 'omitted_related_count', (room) => room.related, 'first'],
  ['conditions', 'omitted_condition_count', (room) => room.conditions, 'first'],
  ['recorded_conditions', 'omitted_condition_count', (room) => room.conditions, 'first'],
  ['watch_conditions', 'omitted_watch_condition_count', (room) => room.conditions, 'first'],
  ['blockers', 'omitted_blocker_count', (room) => room.blockers, 'first'],
];

function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The same document, or part of one, within a room; a document that already fits is unchanged. */
export function shortened<T>(value: T, room: Room): T {
  return shorten(value, room) as T;
}

function shorten(value: unknown, room: Room): unknown {
  if (Array.isArray(value)) return value.map((item) => shorten(item, room));
  if (!isNode(value)) return value;
  if (typeof value['text'] === 'string' && typeof value['truncated'] === 'boolean') {
    const { text, truncated } = capText(value['text'], room.text);
    return { text, truncated: truncated || value['truncated'] };
  }
  const node = value['kind'] === 'text_quote' ? shortQuote(value, room) : shortLists(shortTitle(value, room), room);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => room.cases || (key !== 'investment_case' && key !== 'author_intent'))
      .map(([key, field]) => [key, shorten(field, room)]),
  );
}

function shortQuote(node: Node, { quote }: Room): Node {
  // The words around a quote locate it for a program; in a narrow room the evidence does so.
  return { ...node, exact: capText(String(node['exact']), quote).text, prefix: null, suffix: null };
}

function shortTitle(node: Node, { title }: Room): Node {
  const { source_title: whole, author_name: author } = node;
  if (typeof whole !== 'string') return node;
  const named = typeof author === 'string' ? { author_name: capText(author, title).text } : {};
  return { ...node, source_title: capText(whole, title).text, ...named };
}

function shortLists(node: Node, room: Room): Node {
  let short = node;
  for (const [list, count, limit, keep] of counted) {
    const [items, omitted] = [short[list], short[count]];
    if (!Array.isArray(items) || typeof omitted !== 'number') continue;
    const left = Math.max(0, items.length - limit(room));
    const kept = keep === 'first' ? items.slice(0, items.length - left) : items.slice(left);
    short = { ...short, [list]: kept, [count]: omitted + left };
  }
  return short;
}
