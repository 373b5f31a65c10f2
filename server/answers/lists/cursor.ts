// Cursors: the signed end position of a page, bound to its query and cutoff, and deterministic.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../terms/canonical-json.ts';
import { ProblemError } from '../../contract/problems.ts';
import { type CursorKey, cursorKeys } from '../../store/keeping/cursor-keys.ts';
import type { Collection, Db, Instant } from '../../store/engine/db.ts';
import { CURSOR_DAYS } from '../../store/engine/lifetimes.ts';

/** Scope of a cursor: it is refused for any other one. */
export type CursorScope = {
  operation: string;
  collection: Collection;
  filters: Readonly<Record<string, string | undefined>>;
};

/** End position of a page, and the cutoff of its list. */
export type CursorPlace = { asOf: Instant; position: readonly string[] };

export type Cursors = {
  /** Id of the current signing key. */
  signer(): Promise<number>;
  write(scope: CursorScope, place: CursorPlace): Promise<string>;
  /** Throws `invalid-cursor` if this store did not write it, `cursor-mismatch` if it belongs to another query. */
  read(scope: CursorScope, cursor: string): Promise<CursorPlace>;
};

/** In characters; a longer text is not a cursor of ours. */
export const CURSOR_LENGTH_MAX = 512;
const FORMAT = 1;
const SCOPE_BYTES = 16;
const MAC_BYTES = 16;
const HEAD_BYTES = 3;
/** Time within which a rotation by another process is seen. */
const KEYS_KNOWN_MS = 5_000;

// [format 1][key id 2][scope 16][as_of and position, lines of UTF-8][HMAC 16]. It holds no time and no nonce, so equal
// pages have equal cursors.
export function createCursors({ db, now }: { db: Db; now: () => Instant }): Cursors {
  let known: { keys: readonly CursorKey[]; at: number } | null = null;
  async function keys({ fresh = false } = {}): Promise<readonly CursorKey[]> {
    const at = Date.parse(now());
    if (fresh || known === null || Math.abs(at - known.at) > KEYS_KNOWN_MS) known = { keys: await cursorKeys(db), at };
    return known.keys;
  }
  async function signing(): Promise<CursorKey> {
    const key = (await keys()).findLast(({ retired_at }) => retired_at === null);
    if (key === undefined) throw new Error('the store has no key to sign cursors with');
    return key;
  }
  async function accepted(keyId: number): Promise<CursorKey | undefined> {
    const withId = ({ key_id }: CursorKey): boolean => key_id === keyId;
    const key = (await keys()).find(withId) ?? (await keys({ fresh: true })).find(withId);
    const expired =
      key?.retired_at != null && Date.parse(now()) - Date.parse(key.retired_at) > CURSOR_DAYS * 86_400_000;
    return expired ? undefined : key;
  }
  return {
    signer: async () => (await signing()).key_id,
    async write(scope, { asOf, position }) {
      const key = await signing();
      const head = Buffer.from([FORMAT, key.key_id >> 8, key.key_id & 0xff]);
      const signed = Buffer.concat([head, scopeHash(scope), Buffer.from([asOf, ...position].join('\n'))]);
      const cursor = Buffer.concat([signed, mac(key, signed)]).toString('base64url');
      if (cursor.length > CURSOR_LENGTH_MAX) throw new Error(`a cursor of ${cursor.length} characters is too long`);
      return cursor;
    },
    async read(scope, cursor) {
      const bytes = decoded(cursor);
      const key = bytes === null ? undefined : await accepted(bytes.readUInt16BE(1));
      if (bytes === null || key === undefined) throw invalid();
      const signed = bytes.subarray(0, -MAC_BYTES);
      if (!timingSafeEqual(mac(key, signed), bytes.subarray(-MAC_BYTES))) throw invalid();
      const [asOf = '', ...position] = signed
        .subarray(HEAD_BYTES + SCOPE_BYTES)
        .toString()
        .split('\n');
      if (!scopeHash(scope).equals(signed.subarray(HEAD_BYTES, HEAD_BYTES + SCOPE_BYTES))) throw cursorMismatch();
      return { asOf, position };
    },
  };
}

function mac({ secret }: CursorKey, signed: Buffer): Buffer {
  return createHmac('sha256', secret).update(signed).digest().subarray(0, MAC_BYTES);
}

function scopeHash(scope: CursorScope): Buffer {
  const given = Object.entries(scope.filters).filter(([, value]) => value !== undefined);
  const text = canonicalJson({ ...scope, filters: Object.fromEntries(given) });
  return hash('sha256', text, 'buffer').subarray(0, SCOPE_BYTES);
}

/** Null unless re-encoding the bytes gives the same characters: decoders skip characters that they do not know. */
function decoded(cursor: string): Buffer | null {
  if (cursor.length > CURSOR_LENGTH_MAX) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  const whole = bytes.length > HEAD_BYTES + SCOPE_BYTES + MAC_BYTES && bytes[0] === FORMAT;
  return whole && bytes.toString('base64url') === cursor ? bytes : null;
}

function invalid(): ProblemError {
  return new ProblemError('invalid-cursor', {
    detail: 'This cursor was not written by this service, was changed, or is too old to be accepted.',
    errors: [
      {
        location: 'query.cursor',
        message: 'is not a cursor that this service accepts',
        fix: 'Start again from the first page, and request pagination.next_page_url exactly as it is.',
      },
    ],
  });
}

export function cursorMismatch(): ProblemError {
  return new ProblemError('cursor-mismatch', {
    detail: 'This cursor belongs to a list with other filters or another as_of.',
    errors: [
      {
        location: 'query.cursor',
        message: 'belongs to another query',
        fix: 'Keep the filters and as_of of the page that it came with, or start again without a cursor.',
      },
    ],
  });
}
