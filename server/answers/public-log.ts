// The public log as readers ask for it: signed checkpoints, tiles, keys, and openings of the rows of a document.
import type { LogKeys, Openings } from '../../generated/api.ts';
import type { Principal } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import { ALGORITHM, verifierKeyOf } from '../log/note.ts';
import { bundleOf, isInLog, parseTile } from '../log/tiles.ts';
import { TILE_WIDTH } from '../log/merkle.ts';
import type { Db, Instant } from '../store/engine/db.ts';
import { firstThat } from '../store/engine/sorted.ts';
import { readKeptBody, readReceipt } from '../store/ledger/usage.ts';
import { readCheckpoint, signHead } from '../store/log/checkpoints.ts';
import { headAt, headOfRelease, newestHead, readEntries, readHashes } from '../store/log/heads.ts';
import { logIdentity, logKeys, logWitnesses } from '../store/log/keys.ts';
import { type LoggedView, readLoggedViews } from '../store/log/logged-views.ts';
import { readOpenings } from '../store/log/openings.ts';
import { checkpointAddress } from './addresses.ts';
import { shownBy } from './shown-rows.ts';

export type PublicLog = {
  /** The newest checkpoint, or that of a release, as a signed note. Throws `no-such-record`. */
  checkpoint(release: number | undefined): Promise<string>;
  /** Throws `no-such-record` for a tile that the log does not fill. */
  tile(level: string, tile: string): Promise<Buffer>;
  keys(): Promise<LogKeys>;
  /** Throws `no-such-record`, `removed-legally`. */
  openings(principal: Principal, requestId: string): Promise<Openings>;
  /** The views of a live document of this cutoff, as the log has them; none if it does not have its release. */
  views(asOf: Instant, beliefIds: readonly string[]): Promise<LoggedView[]>;
  /** The value of Log-Checkpoint for a live document of this cutoff; null if the log does not have its release. */
  headerAt(asOf: Instant): Promise<string | null>;
};

export type PublicLogOptions = { db: Db; baseUrl: string; now: () => Instant };

export function createPublicLog({ db, baseUrl, now }: PublicLogOptions): PublicLog {
  const headerAt = headerReader(db);
  return {
    checkpoint: (release) => checkpointOf(db, release, now()),
    tile: (level, tile) => tileOf(db, level, tile),
    keys: () => keysOf(db, baseUrl),
    openings: (principal, requestId) => openingsOf({ db, baseUrl }, principal, requestId),
    async views(asOf, beliefIds) {
      const head = await headAt(db, asOf);
      return head === null ? [] : readLoggedViews(db, { release: head.release, asOf }, beliefIds);
    },
    headerAt,
  };
}

/** The cutoffs of one header: from a release on, until the next one, or as far as is settled. */
type Span = { from: Instant; until: Instant | null; settled: Instant; header: string };

/** Heads of releases never change: each is read once, and that of the newest release for each later cutoff. */
function headerReader(db: Db): PublicLog['headerAt'] {
  let spans: readonly Span[] = [];
  return async (asOf) => {
    const known = spans[firstThat(spans, ({ from }) => from > asOf) - 1];
    if (known !== undefined && (known.until === null ? asOf <= known.settled : asOf < known.until)) return known.header;
    const head = await headAt(db, asOf);
    if (head === null) return null;
    const { from, until } = head;
    const header = `size=${head.size}, root=:${head.root.toString('base64')}:`;
    const others = spans.filter((span) => span.from !== from);
    const place = firstThat(others, (span) => span.from > from);
    spans = others.toSpliced(place, 0, { from, until, settled: asOf, header });
    return header;
  };
}

const absent = (detail: string): ProblemError => new ProblemError('no-such-record', { detail });

async function checkpointOf(db: Db, release: number | undefined, now: Instant): Promise<string> {
  const head = release === undefined ? await newestHead(db) : await headOfRelease(db, release);
  if (head === null)
    throw absent(release === undefined ? 'The log has no release yet.' : `The log does not have release ${release}.`);
  const signed = await readCheckpoint(db, head.size);
  if (signed !== null) return signed.note;
  await signHead(db, head, now);
  // A store that may not sign now serves what it signed last.
  const found = await readCheckpoint(db, release === undefined ? null : head.size);
  if (found !== null) return found.note;
  throw absent('Nothing is signed: the operator has restored the service, and has not continued its log yet.');
}

async function tileOf(db: Db, level: string, tile: string): Promise<Buffer> {
  const address = parseTile(tile);
  const size = (await newestHead(db))?.size ?? 0;
  const height = level === 'entries' ? 0 : Number(level);
  if (address === null || !isInLog(address, height, size))
    throw absent(`The log has ${size} leaves, which do not fill this tile.`);
  const start = address.number * TILE_WIDTH;
  const range = { start, end: start + address.width };
  return level === 'entries'
    ? bundleOf(await readEntries(db, range))
    : Buffer.concat(await readHashes(db, height, range));
}

async function keysOf(db: Db, baseUrl: string): Promise<LogKeys> {
  const origin = (await logIdentity(db))?.origin ?? null;
  const keys = origin === null ? [] : await logKeys(db, origin);
  return {
    origin,
    prefix: `${baseUrl}/log`,
    keys: keys.map(({ origin: name, public_key: publicKey, created_at, retired_at }) => ({
      verifier_key: verifierKeyOf({ name, algorithm: ALGORITHM.ed25519, publicKey }),
      created_at,
      retired_at,
    })),
    witnesses: await logWitnesses(db),
  };
}

type Context = Pick<PublicLogOptions, 'db' | 'baseUrl'>;

async function openingsOf({ db, baseUrl }: Context, principal: Principal, requestId: string): Promise<Openings> {
  const receipt = await readReceipt(db, principal.accountId, requestId);
  if (receipt === null) throw absent('This account has no answered request with this id.');
  const { collection, digest, as_of: asOf } = receipt;
  const about = { request_id: requestId, mode: collection, document_digest: `sha256:${digest.toString('hex')}` };
  if (collection === 'preview') return { ...about, checkpoint: null, openings: [] };
  const body = await readKeptBody(db, digest);
  if (body !== null && body.removed_reason !== null) throw new ProblemError('removed-legally');
  if (body === null || body.bytes === null)
    throw absent('The document of this request is no longer kept, so what it showed is not known any more.');
  const head = await headAt(db, asOf);
  if (head === null) throw absent('The log does not have the release of this document yet.');
  const checkpoint = checkpointAddress(baseUrl, { collection, version: head.release });
  const shown = shownBy(JSON.parse(body.bytes.toString()));
  const openings = await readOpenings(db, { release: head.release, asOf }, shown);
  return {
    ...about,
    checkpoint,
    openings: openings.map(({ index, salt, row }) => ({
      index,
      salt: salt.toString('hex'),
      row: row as Openings['openings'][number]['row'],
    })),
  };
}
