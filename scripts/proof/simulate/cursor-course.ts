// Walks over pages while research is released, time passes and keys rotate: a cursor leads on in its own walk alone.
import { type CursorScope, type Cursors, createCursors } from '../../../server/answers/lists/cursor.ts';
import { canonicalInstant } from '../../../server/contract/validation/formats.ts';
import { ProblemError } from '../../../server/contract/problems.ts';
import { type ReleasedVersion, resolveCutoff } from '../../../server/store/known/clock.ts';
import type { CursorKey } from '../../../server/store/keeping/cursor-keys.ts';
import type { Db } from '../../../server/store/engine/db.ts';
import type { Draw } from '../fuzz/draw.ts';
import { hold } from './violation.ts';

/** Functions under simulation; a test replaces one with a wrong one. */
export const cursorCore = { createCursors, resolveCutoff };

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const ACCEPTED_DAYS = 30;

type Walk = { scope: CursorScope; asOf: string; version: number; position: string[]; cursor: string; keyId: number };

class Research {
  readonly #draw: Draw;
  readonly #core: typeof cursorCore;
  readonly #keys: CursorKey[] = [];
  readonly #releases: { version: number; effectiveAt: string }[] = [];
  readonly #cursors: Cursors;
  readonly #walks: Walk[] = [];
  #now = START;
  #watermark = '1970-01-01T00:00:00.000Z';
  #pages = 0;

  constructor(draw: Draw, core: typeof cursorCore) {
    this.#draw = draw;
    this.#core = core;
    this.#rotate();
    const db = { raw: () => Promise.resolve({ rows: [...this.#keys] }) } as unknown as Db;
    this.#cursors = core.createCursors({ db, now: () => this.#at(this.#now) });
  }

  #at(ms: number): string {
    return new Date(ms).toISOString();
  }

  async step(): Promise<void> {
    const draw = this.#draw;
    this.#now += draw.once(12) ? draw.below(20) * DAY_MS : 1 + draw.below(3_600_000);
    const event = draw.below(20);
    if (event < 2) this.#release();
    else if (event < 3) this.#rotate();
    else if (event < 8 || this.#walks.length === 0) await this.#open();
    else if (event < 14) await this.#goOn(draw.pick(this.#walks));
    else if (event < 17) await this.#tamper(draw.pick(this.#walks));
    else await this.#mix(draw.pick(this.#walks));
  }

  #release(): void {
    const effectiveAt = this.#at(this.#now);
    this.#releases.push({ version: this.#releases.length + 1, effectiveAt });
    this.#watermark = effectiveAt;
  }

  #rotate(): void {
    const now = this.#at(this.#now);
    const last = this.#keys.at(-1);
    if (last !== undefined) this.#keys[this.#keys.length - 1] = { ...last, retired_at: now };
    const key_id = (last?.key_id ?? 0) + 1;
    this.#keys.push({ key_id, secret: Buffer.alloc(32, this.#draw.below(256)), created_at: now, retired_at: null });
    // A rotation by another server is seen within five seconds.
    this.#now += 5_001;
  }

  async #cutoff(requested: string | null): Promise<{ asOf: string; version: number }> {
    const lookup = (asOf: string): Promise<ReleasedVersion> =>
      Promise.resolve(this.#releases.findLast((one) => one.effectiveAt <= asOf) ?? { version: 0, effectiveAt: null });
    const { asOf, version } = await this.#core.resolveCutoff(
      requested,
      { collection: 'live', watermark: this.#watermark },
      lookup,
    );
    const expected =
      requested !== null && Date.parse(requested) < Date.parse(this.#watermark) ? requested : this.#watermark;
    hold('the cutoff', asOf, expected);
    const released = this.#releases.filter(({ effectiveAt }) => Date.parse(effectiveAt) <= Date.parse(asOf));
    hold('the version', version, released.length);
    return { asOf, version };
  }

  async #open(): Promise<void> {
    const draw = this.#draw;
    const exact = draw.once(2) ? null : this.#at(START + draw.below(this.#now - START + 1));
    // Asked for more exactly than instants are kept: cut off, never rounded.
    const asked = exact?.replace(/Z$/, draw.pick(['Z', '4Z', '999999Z'])) ?? null;
    const requested = asked === null ? null : canonicalInstant(asked);
    hold('an instant', requested, exact);
    const { asOf, version } = await this.#cutoff(requested);
    const filters = { ticker: draw.once(2) ? draw.pick(['NWTB', 'nwtb', 'A']) : undefined, direction: undefined };
    const scope: CursorScope = {
      operation: draw.pick(['listBeliefs', 'listSources']),
      collection: draw.pick(['live', 'preview']),
      filters,
    };
    this.#walks.push(await this.#written({ scope, asOf, version, position: [asOf, `bel_${draw.below(1_000)}`] }));
    if (this.#walks.length > 12) this.#walks.shift();
  }

  async #written(walk: Omit<Walk, 'cursor' | 'keyId'>): Promise<Walk> {
    const place = { asOf: walk.asOf, position: walk.position };
    const cursor = await this.#cursors.write(walk.scope, place);
    hold('a page that is asked again', await this.#cursors.write(walk.scope, place), cursor);
    const keyId = await this.#cursors.signer();
    hold('the key that signs', keyId, this.#keys.at(-1)?.key_id);
    return { ...walk, cursor, keyId };
  }

  #isAccepted({ keyId }: Walk): boolean {
    const key = this.#keys.find(({ key_id: id }) => id === keyId);
    if (key === undefined || key.retired_at === null) return key !== undefined;
    return this.#now - Date.parse(key.retired_at) <= ACCEPTED_DAYS * DAY_MS;
  }

  async #read(scope: CursorScope, cursor: string): Promise<string> {
    return this.#cursors.read(scope, cursor).then(
      ({ asOf, position }) => JSON.stringify([asOf, position]),
      (thrown: unknown) => {
        if (thrown instanceof ProblemError) return thrown.code;
        throw thrown;
      },
    );
  }

  /** The next page is at the cutoff and the version of the first, regardless of later releases. */
  async #goOn(walk: Walk): Promise<void> {
    const expected = this.#isAccepted(walk) ? JSON.stringify([walk.asOf, walk.position]) : 'invalid-cursor';
    hold('the next page', await this.#read(walk.scope, walk.cursor), expected);
    if (expected === 'invalid-cursor') return;
    const { asOf, version } = await this.#cutoff(walk.asOf);
    hold('the cutoff of the walk', asOf, walk.asOf);
    hold('the version of the walk', version, walk.version);
    const next = await this.#written({ ...walk, position: [asOf, `bel_${(this.#pages += 1)}`] });
    this.#walks[this.#walks.indexOf(walk)] = next;
  }

  async #tamper({ scope, cursor }: Walk): Promise<void> {
    const at = this.#draw.below(cursor.length);
    const other = this.#draw.pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ '.split(''));
    const [head, tail] = [cursor.slice(0, at), cursor.slice(at + 1)];
    const changed = this.#draw.pick([`${head}${other}${tail}`, head, `${cursor}${other}`, `${head}${tail}`, tail]);
    if (changed === cursor) return;
    hold('a changed cursor', await this.#read(scope, changed), 'invalid-cursor');
  }

  /** The cursor of one list is not the cursor of another. */
  async #mix(walk: Walk): Promise<void> {
    const other = this.#draw.pick(this.#walks);
    const filtersOf = ({ filters }: CursorScope): string => JSON.stringify(filters['ticker'] ?? null);
    const { operation, collection } = walk.scope;
    const isSame =
      operation === other.scope.operation &&
      collection === other.scope.collection &&
      filtersOf(walk.scope) === filtersOf(other.scope);
    const own = isSame ? JSON.stringify([walk.asOf, walk.position]) : 'cursor-mismatch';
    const expected = this.#isAccepted(walk) ? own : 'invalid-cursor';
    hold('a cursor of another list', await this.#read(other.scope, walk.cursor), expected);
  }
}

export async function cursorCourse(draw: Draw, steps: number, core = cursorCore): Promise<void> {
  const research = new Research(draw, core);
  for (let step = 0; step < steps; step += 1) await research.step();
}
