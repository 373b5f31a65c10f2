// Changes of one or two fields of valid records. Ids change wherever the unit refers to them, quotes in their capture too.
import { isRecordType, recordSchemas } from '../../../server/ingest/records/record-schemas.ts';
import type { Draw } from '../fuzz/draw.ts';
import type { Fields } from './units.ts';
import { hostileValue } from './values.ts';

type Path = readonly (string | number)[];

/** Every place of a record that holds no object: its own type apart. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path[0] === 'type' ? [] : [path];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length > 0 ? [path, ...inner] : inner;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as { [name: string | number]: unknown })[name], value);

function put(value: unknown, path: Path, given: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return given;
  if (Array.isArray(value))
    return value.map((one, place) => (place === name ? put(one, rest, given) : (one as unknown)));
  const fields = value as Fields;
  if (given === undefined && rest.length === 0)
    return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  return { ...fields, [name]: put(fields[name], rest, given) };
}

const nameOf = (path: Path): string => String(path.findLast((part) => typeof part === 'string') ?? '');

/** The values that a field of the record's own may have, if they are listed. */
function listedValues(record: Fields, name: string): readonly unknown[] {
  const { type } = record;
  if (!isRecordType(type)) return [];
  const { properties } = recordSchemas[type] as { properties: { [name: string]: { enum?: readonly unknown[] } } };
  return properties[name]?.enum ?? [];
}

const refers = /(_id|_ids|^id|^ticker)$/;

export type Change = { at: number; path: Path; from: unknown; to: unknown };

/** A change of one field of one record of the unit. */
export function drawChange(draw: Draw, unit: readonly Fields[]): Change {
  const place = draw.below(unit.length);
  const record = unit[place] ?? {};
  const path = draw.pick(leavesOf(record));
  const from = at(record, path);
  const name = nameOf(path);
  const listed = listedValues(record, name);
  if (listed.length > 0 && !draw.once(10)) return { at: place, path, from, to: draw.pick(listed) };
  // Left out, where the schema allows it.
  const to = draw.once(12) ? undefined : hostileValue(draw, name, from);
  return { at: place, path, from, to };
}

/** Texts that no other record and no rule of dates depends on. */
const free =
  /^(name|handle|title|author_name|statement|summary|text|capture|blockers|conditions|sic_title|source|url|source_url|source_title|dataset|exchange)$/;

/** A change of one free text of a record; null for a record without one. */
export function drawTextChange(draw: Draw, unit: readonly Fields[], place: number): Change | null {
  const record = unit[place] ?? {};
  const texts = leavesOf(record).filter((path) => free.test(nameOf(path)) && typeof at(record, path) === 'string');
  if (texts.length === 0) return null;
  const path = draw.pick(texts);
  const from = at(record, path);
  return { at: place, path, from, to: hostileValue(draw, nameOf(path), from) };
}

/** The unit with the change; what refers to a changed id goes on referring to it. */
export function changed(unit: readonly Fields[], { at: place, path, from, to }: Change): Fields[] {
  const name = nameOf(path);
  const isText = typeof from === 'string' && typeof to === 'string';
  if (isText && refers.test(name)) return unit.map((record) => renamed(record, from, to) as Fields);
  // A quote stays in its capture.
  const given = isText && name === 'capture' ? `${to} ${from}` : to;
  const one = unit.map((record, index) => (index === place ? (put(record, path, given) as Fields) : record));
  if (!isText || !/^(exact|prefix|suffix)$/.test(name)) return one;
  return one.map((record) =>
    typeof record['capture'] === 'string' ? { ...record, capture: record['capture'].replace(from, () => to) } : record,
  );
}

/** The value with another id in its references; the same object if it has none. */
function renamed(value: unknown, from: string, to: string, name = ''): unknown {
  if (value === from) return refers.test(name) ? to : value;
  if (Array.isArray(value)) {
    const list = value.map((one) => renamed(one, from, to, name));
    return list.some((one, place) => one !== value[place]) ? list : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, renamed(one, from, to, key)] as const);
  const fields = value as Fields;
  return entries.some(([key, one]) => one !== fields[key]) ? Object.fromEntries(entries) : value;
}

/** The change as a line of a report. */
export function shownChange(unit: readonly Fields[], { at: place, path, to }: Change): string {
  const text = JSON.stringify(to) ?? 'left out';
  return `${String(unit[place]?.['type'])}.${path.join('.')} = ${text.length > 200 ? `${text.slice(0, 200)}...` : text}`;
}
