// A record that passed its schema, in the one form that is hashed, compared and kept.
import { createHash } from 'node:crypto';
import { normaliseText } from '../../measures/text.ts';
import { foldTicker } from '../../terms/ticker.ts';
import { canonicalJson } from '../../terms/canonical-json.ts';
import { canonicalInstant } from '../../contract/validation/formats.ts';
import { identifierFields, normaliseIdentifier } from './identifiers.ts';
import { type RawStatement, usedOfStatement } from './normalise-statement.ts';
import type { BundleRecord } from './records.ts';

const instants = new Set(['observed_at', 'published_at', 'close_at', 'expected_by']);
const tickers = new Set(['ticker']);
const uuids = new Set(['entity_id']);
const isIdentifier = (name: string): name is (typeof identifierFields)[number] =>
  identifierFields.some((field) => field === name);
/** Ids, enumerations, dates and links hold nothing to normalise; these are what people wrote. */
const texts = new Set([
  'name',
  'handle',
  'title',
  'source_title',
  'author_name',
  'capture',
  'summary',
  'statement',
  'text',
  'exact',
  'prefix',
  'suffix',
  'sic_title',
  'exchange',
  'source',
  'blockers',
  'conditions',
]);

export type NormalisedRecord = {
  record: BundleRecord;
  corrects: string | null;
  /** SHA-256 over the canonical JSON (RFC 8785) of the record: what makes a second load the same one. */
  contentHash: string;
  body: string;
  /** Characters that were taken out of the captured text. */
  removedCharacters: number;
  /** Characters that were taken out of any text, by its field. */
  removedFrom: ReadonlyMap<string, number>;
  /** Fields whose text had nothing in it that can be seen. */
  emptied: readonly string[];
};

type CleanRecord = Exclude<BundleRecord, { type: 'statement' }> | ({ type: 'statement' } & RawStatement);

export function normaliseRecord(raw: { readonly [name: string]: unknown }): NormalisedRecord {
  const pass = new Pass();
  const { corrects, ...fields } = raw;
  const clean = pass.object(fields, '') as CleanRecord;
  const record = clean.type === 'statement' ? usedOfStatement(clean) : clean;
  const canonical = canonicalJson(record);
  const removedCharacters = pass.removed;
  return {
    record,
    corrects: typeof corrects === 'string' ? corrects : null,
    contentHash: hashOf(canonical),
    body: removedCharacters === 0 ? canonical : withRemoved(canonical, removedCharacters),
    removedCharacters,
    removedFrom: pass.removedFrom,
    emptied: pass.emptied,
  };
}

/** True if the record and the one of this content hash are the same letters, composed in one and decomposed in the other. */
export function isOnlyNormalisation(record: BundleRecord, contentHash: string): boolean {
  const canonical = canonicalJson(record);
  return ['NFC', 'NFD'].some((form) => hashOf(canonical.normalize(form)) === contentHash);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The count rides along in the body and stays out of the hash: the same text without the characters is the same record. */
function withRemoved(canonical: string, removedCharacters: number): string {
  return `${canonical.slice(0, -1)},"removed_characters":${removedCharacters}}`;
}

class Pass {
  removed = 0;
  readonly removedFrom = new Map<string, number>();
  readonly emptied: string[] = [];

  object(value: object, path: string): object {
    const entries: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value))
      if (field !== undefined) entries.push([name, this.#value(name, field, path === '' ? name : `${path}.${name}`)]);
    return Object.fromEntries(entries);
  }

  #value(name: string, value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.#text(name, value, path);
    if (Array.isArray(value)) return value.map((item, index) => this.#value(name, item, `${path}[${index}]`));
    return typeof value === 'object' && value !== null ? this.object(value, path) : value;
  }

  #text(name: string, value: string, path: string): string {
    if (instants.has(name)) return canonicalInstant(value);
    if (tickers.has(name)) return foldTicker(value);
    if (uuids.has(name)) return value.toLowerCase();
    if (isIdentifier(name)) return normaliseIdentifier(name, value);
    if (!texts.has(name)) return value;
    const { text, removedCharacters } = normaliseText(value);
    if (name === 'capture' || (name === 'statement' && path === 'statement')) this.removed += removedCharacters;
    if (removedCharacters > 0) this.#count(path.replaceAll(/\[\d+\]/g, ''), removedCharacters);
    if (text.trim() === '') this.emptied.push(path);
    return text;
  }

  #count(field: string, removed: number): void {
    this.removedFrom.set(field, (this.removedFrom.get(field) ?? 0) + removed);
  }
}
