// Checks of a document against the public log: each row that it shows has an opening, and each opening is in the log.
import type { ChangeItem, Openings } from '../../generated/api.ts';
import { canonical } from '../log/canonical.ts';
import { digest, hexBytes, textBytes } from '../log/bytes.ts';
import type { PublicLog } from '../log/public-log.ts';
import type { Check } from './verify.ts';

type Json = { readonly [name: string]: unknown };

export type Opening = Openings['openings'][number];

export interface LogProof {
  readonly log: PublicLog;
  readonly openings: readonly Opening[];
}

export async function logChecks(document: Json, { log, openings }: LogProof): Promise<Check[]> {
  const { size, origin } = log.checkpoint;
  const signed = judged('log-checkpoint', origin, true, '');
  const proven = await provenOpenings(log, openings);
  const inclusion = openings.map((opening) => {
    const of = `${opening.row.kind} at ${opening.index}`;
    return judged('log-inclusion', of, proven.has(opening), `the log of ${size} leaves does not have it there`);
  });
  const rows = openings.filter((opening) => proven.has(opening)).map(({ row }) => row);
  const opened = rows.filter(({ act }) => act === 'opened');
  return [signed, ...inclusion, ...rowChecks(document, opened), ...changeChecks(document, rows)];
}

/** Openings that are in the log: all are tried at once, and one by one where that fails. */
async function provenOpenings(log: PublicLog, openings: readonly Opening[]): Promise<ReadonlySet<Opening>> {
  const entries = await Promise.all(openings.map(async (opening) => ({ opening, entry: await entryOf(opening) })));
  const all = new Map(entries.map(({ opening, entry }) => [opening.index, entry]));
  // Two openings of one index would hide each other.
  if (all.size === openings.length && (await log.holds(all))) return new Set(openings);
  const proven = new Set<Opening>();
  for (const { opening, entry } of entries) if (await log.holds(new Map([[opening.index, entry]]))) proven.add(opening);
  return proven;
}

const SALT_BYTES = 32;

/** A salt of another length could hold the beginning of another row. */
async function entryOf({ salt, row }: Opening): Promise<Uint8Array> {
  const bytes = hexBytes(salt);
  return bytes?.length === SALT_BYTES ? digest(bytes, textBytes(canonical(row))) : new Uint8Array();
}

type Row = Opening['row'];

function rowChecks(document: Json, rows: readonly Row[]): Check[] {
  const checks: Check[] = [];
  walk(document, (part) => {
    const { citation_id, evidence_id, belief_id, claim_id } = part;
    if (typeof citation_id === 'string' && typeof evidence_id === 'string') checks.push(citationCheck(part, rows));
    if (typeof belief_id === 'string' && ('summary' in part || 'thesis' in part)) checks.push(viewCheck(part, rows));
    if (typeof claim_id === 'string') checks.push(claimCheck(part, rows));
  });
  return checks;
}

const rowsOf = (rows: readonly Row[], kind: string, name: string, id: unknown): Json[] =>
  rows.filter((row) => row.kind === kind && row.values[name] === id).map(({ values }) => values);

function citationCheck(citation: Json, rows: readonly Row[]): Check {
  const { citation_id, evidence_id, content_hash, locator } = citation;
  const isCited = rowsOf(rows, 'citation', 'citation_id', citation_id).some(
    (values) =>
      values['evidence_id'] === evidence_id && canonical(whole(values['locator'])) === canonical(whole(locator)),
  );
  const isCaptured = rowsOf(rows, 'evidence', 'evidence_id', evidence_id).some(
    (values) => values['content_hash'] === content_hash,
  );
  return judged('log-row', String(citation_id), isCited && isCaptured, 'no proven row says the same of it');
}

/** A row has no field for what a document shows as null. */
function whole(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A related view is shown without direction and status. */
function viewCheck(view: Json, rows: readonly Row[]): Check {
  const { belief_id, thesis, summary = thesis } = view;
  const isSame = (values: Json): boolean =>
    (['direction', 'status'] as const).every((name) => view[name] === undefined || view[name] === values[name]);
  const isLogged = rowsOf(rows, 'revision', 'belief_id', belief_id).some(
    (values) => isSame(values) && tells(values['summary'], summary),
  );
  return judged('log-row', String(belief_id), isLogged, 'no proven revision of it says the same');
}

function claimCheck(claim: Json, rows: readonly Row[]): Check {
  const { claim_id, statement } = claim;
  const isLogged = rowsOf(rows, 'part', 'part_id', claim_id).some((values) => {
    const { body } = values;
    return typeof body === 'object' && body !== null && tells((body as Json)['statement'], statement);
  });
  return judged('log-row', String(claim_id), isLogged, 'no proven row of it says the same');
}

/** Each change of a page of changes has the row that its release opened or closed. What is computed has none. */
function changeChecks(document: Json, rows: readonly Row[]): Check[] {
  const { changes } = (document['data'] ?? {}) as { changes?: readonly ChangeItem[] };
  return (changes ?? []).flatMap((change) => {
    const { kind, object_id: id, release, revision, statement } = change;
    if (id === null || release === null) return [];
    const of = `${kind} of ${id} in release ${release}`;
    const act = kind.endsWith('_withdrawn') ? 'closed' : 'opened';
    const own = rows.filter((row) => row.act === act && row.release === release && isRowOf(change, row));
    // The opening of a revision goes to those who were shown its words, which another page may have.
    if (own.length === 0 && act === 'opened' && revision !== null && statement === null) return [elsewhere(of)];
    const isProven = own.some(({ values }) => act === 'closed' || says(values, change));
    return [judged('log-row', of, isProven, `no proven row of release ${release} says the same`)];
  });
}

function isRowOf({ object, object_id: id, belief_id: belief, revision }: ChangeItem, { kind, values }: Row): boolean {
  if (object === 'evidence') return kind === 'evidence' && values['evidence_id'] === id;
  if (values['belief_id'] !== belief) return false;
  if (revision === null) return kind === 'part' && values['part_id'] === id;
  return kind === 'revision' && values['revision'] === revision;
}

/** A change without words is proven by its row alone. */
function says(values: Json, { object, statement, after }: ChangeItem): boolean {
  const body = (values['body'] ?? {}) as Json;
  if (object === 'condition' && body['status'] !== after) return false;
  if (object === 'view_validity') return values['validity'] === after;
  if (object === 'view_external_state') return values['external_state'] === after;
  // A further statement has its words apart; its revision repeats the summary of the view.
  const words = object === 'view' ? (values['said'] ?? values['summary']) : body['statement'];
  return statement === null || tells(words, statement);
}

/** A document may cut a text, which its row has whole. */
function tells(said: unknown, shown: unknown): boolean {
  if (typeof shown !== 'object' || shown === null) return said === shown;
  const { text, truncated } = shown as Json;
  if (typeof said !== 'string' || typeof text !== 'string') return false;
  return truncated === true ? said.startsWith(text.replace(/\u2026$/, '').trimEnd()) : said === text;
}

function walk(value: unknown, visit: (part: Json) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Json);
  for (const member of Object.values(value)) walk(member, visit);
}

const elsewhere = (of: string): Check => ({
  name: 'log-row',
  of,
  outcome: 'not-checkable',
  reason: 'this document does not show the words of its revision, so it has no opening of it',
});

const judged = (name: Check['name'], of: string, isPassed: boolean, reason: string): Check => ({
  name,
  of,
  outcome: isPassed ? 'passed' : 'failed',
  reason: isPassed ? '' : reason,
});
