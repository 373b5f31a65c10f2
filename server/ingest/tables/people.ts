// The people of a table: an id from what names each of them, and those who share a name, who are reported and never merged.
import { createHash } from 'node:crypto';
import { shown } from '../files/faults.ts';
import type { TableFaults } from './table-faults.ts';

export type PersonCells = { id: string; name: string; handle: string; firm: string };
export type TablePerson = { id: string; name: string; handle: string | null };

const idMax = 128;
const namedMax = 20;
const linesMax = 5;
const idsNamedMax = 5;

function several(lines: readonly string[]): string {
  return `${lines.slice(0, linesMax).join('; ')}${lines.length > linesMax ? `; and ${lines.length - linesMax} more` : ''}`;
}

/** Case, spaces and the form of apostrophes and dashes make no other person; every other character does. */
function folded(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\u2018\u2019\u02BC]/g, "'");
  return plain
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .replaceAll(/\s+/gu, '-');
}

/** The id of the table, else from the handle, else from name and firm. Null for cells without a name. */
export function personOf({ id, name, handle, firm }: PersonCells): TablePerson | null {
  const plainHandle = handle.replace(/^@/, '');
  const shownName = [name, plainHandle, firm].find((text) => text !== '');
  if (shownName === undefined) return null;
  return { id: id === '' ? derived(plainHandle, name, firm) : id, name: shownName, handle: plainHandle || null };
}

function derived(handle: string, name: string, firm: string): string {
  if (handle !== '') return bounded(`p:@${folded(handle)}`);
  if (name === '') return bounded(`p:${folded(firm)}`);
  return bounded(`p:${folded(name)}${firm === '' ? '' : `@${folded(firm)}`}`);
}

function bounded(id: string): string {
  if (id.length <= idMax) return id;
  return `${[...id].slice(0, 60).join('')}~${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

type PersonTally = { names: Map<string, number>; count: number; row: number };

export class People {
  readonly #byId = new Map<string, PersonTally>();

  take({ id, name }: TablePerson, row: number): void {
    const seen = this.#byId.get(id) ?? { names: new Map(), count: 0, row };
    seen.count += 1;
    if (!seen.names.has(name)) seen.names.set(name, row);
    this.#byId.set(id, seen);
  }

  /** Every person with the id and the number of statements. */
  list(): { id: string; name: string; statements: number }[] {
    return [...this.#byId].map(([id, { names, count }]) => ({
      id,
      name: [...names.keys()].at(-1) ?? '',
      statements: count,
    }));
  }

  note(faults: TableFaults): void {
    const all = this.list();
    const more = all.length > namedMax ? `; and ${all.length - namedMax} more (--json lists all)` : '';
    const people = all.slice(0, namedMax).map(({ id, name, statements }) => `${id} = ${shown(name)} (${statements})`);
    faults.note(`${all.length === 1 ? '1 person' : `${all.length} people`}: ${people.join('; ')}${more}`);
    this.#noteNamesakes(faults);
  }

  #noteNamesakes(faults: TableFaults): void {
    const byName = new Map<string, { name: string; ids: [string, number][] }>();
    for (const [id, { names }] of this.#byId)
      for (const [name, row] of names) {
        const key = folded(name);
        const one = byName.get(key) ?? { name, ids: [] };
        if (!one.ids.some(([other]) => other === id)) one.ids.push([id, row]);
        byName.set(key, one);
      }
    const namesakes = [...byName.values()].filter(({ ids }) => ids.length > 1);
    const apart = namesakes.map(({ name, ids }) => {
      const places = ids.slice(0, idsNamedMax).map(([id, row]) => `${id} (from row ${row})`);
      return `${shown(name)} is ${places.join(', ')}`;
    });
    if (apart.length > 0)
      faults.note(`namesakes are kept apart (a column person_id makes them one): ${several(apart)}`);
    const renamed = [...this.#byId].filter(([, { names }]) => names.size > 1);
    const named = renamed.map(([id, { names }]) => {
      const places = [...names].slice(0, idsNamedMax).map(([name, row]) => `${shown(name)} (from row ${row})`);
      return `${id} is ${places.join(', ')}`;
    });
    if (named.length > 0) faults.note(`people with several names: ${several(named)}`);
  }
}
