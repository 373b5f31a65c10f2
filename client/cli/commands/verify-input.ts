// Input of `verify`: a document from a file or stdin, and the evidence that its citations name.
import { readFile } from 'node:fs/promises';
import type { Citation, DataStatus, EvidenceDetail } from '../../../generated/api.ts';
import { ResearchError } from '../../problems.ts';
import type { ResearchClient } from '../../research-client.ts';
import type { ResearchResult } from '../../result.ts';
import type { Context } from '../command.ts';
import { Failure } from '../calls/failure.ts';
import { present } from '../command-input.ts';
import { oneLine } from '../say.ts';
import { safeText } from '../terminal/safe-text.ts';
import type { World } from '../world.ts';

/** Larger than any document of the service. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** The fields read from a document; its content is untrusted. */
export type CitingDocument = {
  readonly as_of?: string;
  readonly citations?: readonly Citation[];
  readonly data?: { readonly citations?: readonly Citation[] };
  readonly data_status?: DataStatus;
};

export async function bytesOf({ world }: Context, file: string): Promise<Uint8Array> {
  if (file === '-') {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of untilStopped(world)) {
      length += chunk.length;
      if (length > FILE_BYTES_MAX) throw tooLarge('stdin');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
  const bytes = await readFile(file).catch((thrown: unknown) => {
    const why = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown failure';
    const fix = 'name a file that research … --json wrote; a fresh brief is verified with --brief TICKER';
    throw new Failure('file-unreadable', `${shown(file)} cannot be read (${why})`, fix);
  });
  if (bytes.length > FILE_BYTES_MAX) throw tooLarge(file);
  return bytes;
}

/** Reading stdin must stop at Ctrl-C, even if the other program writes nothing. */
async function* untilStopped({ stdin, signal }: World): AsyncGenerator<Uint8Array> {
  const chunks = stdin[Symbol.asyncIterator]();
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new ResearchError('aborted', { detail: 'the signal was aborted' }));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  stopped.catch(() => undefined);
  for (;;) {
    const next = await Promise.race([stopped, chunks.next()]);
    if (next.done === true) return;
    yield next.value;
  }
}

export function parsed(bytes: Uint8Array, file: string): CitingDocument {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    if (typeof value === 'object' && value !== null) return value as CitingDocument;
  } catch {
    // Falls through to the error below.
  }
  const fix = 'write one with --json: research brief NWTB --json > brief.json';
  throw new Failure('file-unreadable', `${shown(file)} is not a JSON document`, fix);
}

function tooLarge(what: string): Failure {
  return new Failure('file-unreadable', `${shown(what)} is larger than any document of the service`);
}

const shown = (file: string): string => (file === '-' ? 'stdin' : oneLine(safeText(file)));

/** Requests each piece of evidence once, at the cutoff of the document. */
export async function evidenceOf(
  { waiting, world, timeoutMs, unfinished }: Context,
  client: ResearchClient,
  { as_of: asOf, citations, data }: CitingDocument,
): Promise<ResearchResult<EvidenceDetail>[]> {
  const ids = evidenceIds(citations ?? data?.citations ?? []);
  const found: ResearchResult<EvidenceDetail>[] = [];
  for (const [at, id] of ids.entries()) {
    unfinished.again = (requestId) =>
      unfinished.command(
        pasted(id, asOf) ?? 'research evidence, with the id and the cutoff of this citation, and',
        requestId,
      );
    const ask = () => client.evidence(id, present({ as_of: asOf }), { signal: world.signal });
    const words = `Reading evidence ${at + 1} of ${ids.length}`;
    found.push(await waiting.during(words, world.clock.elapsed() + timeoutMs, ask));
  }
  return found;
}

/** The command that reads a piece of evidence again; null if the id from the file is not safe to paste into a shell. */
function pasted(id: string, asOf: unknown): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(id) || id.startsWith('-')) return null;
  if (asOf === undefined) return `research evidence ${id}`;
  return typeof asOf === 'string' && /^[0-9TZ:.+-]+$/.test(asOf) ? `research evidence ${id} --as-of ${asOf}` : null;
}

/** Checked before the first request is paid for: the file is untrusted. */
function evidenceIds(cited: unknown): readonly string[] {
  const ids = Array.isArray(cited) ? cited.map((one: Partial<Citation> | null) => one?.evidence_id) : [undefined];
  if (!ids.every((id) => typeof id === 'string')) throw noDocument();
  return [...new Set(ids)];
}

export function noDocument(): Failure {
  return new Failure('file-unreadable', 'this is not a document of the service');
}
