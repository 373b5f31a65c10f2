/** Upload of files by a form: streamed to a folder, with its other fields. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { ProblemError } from '../contract/problems.ts';

export type Upload = { folder: string; files: readonly string[]; fields: ReadonlyMap<string, string> };

const FILES_MAX = 100;
const FILE_BYTES_MAX = 4 * 1024 ** 3;
const FIELD_BYTES_MAX = 256 * 1024;

/** The name alone, without what a path or a terminal would read into it. */
export function safeName(name: string): string {
  const plain = basename(name.replaceAll('\\', '/')).replaceAll(/[\p{C}/]/gu, '_');
  return plain === '' || /^\.+$/.test(plain) ? 'file' : plain.slice(-120);
}

/** The folder is made here; it is deleted if the upload fails. */
export async function readUpload(request: Request, folder: string): Promise<Upload> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data;/i.test(type))
    throw new ProblemError('unsupported-media-type', { detail: 'Use the form on the page.' });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return { folder, ...(await received(request, folder, type)) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function received(request: Request, folder: string, type: string): Promise<Omit<Upload, 'folder'>> {
  const fields = new Map<string, string>();
  const writes: Promise<string | null>[] = [];
  const names = new Set<string>();
  return new Promise((resolve, reject) => {
    const form = new Busboy({
      headers: { 'content-type': type },
      limits: { files: FILES_MAX, fileSize: FILE_BYTES_MAX, fields: 100, fieldSize: FIELD_BYTES_MAX },
    });
    const fail = (error: unknown): void => {
      request.unpipe(form);
      request.resume();
      reject(error instanceof ProblemError ? error : unreadable(error));
    };
    form.on('file', (_field, file, name) => {
      const write = kept(file, { folder, name, names });
      writes.push(write);
      write.catch(fail);
    });
    form.on('field', (name, value) => void fields.set(name, value));
    form.on('filesLimit', () => fail(tooMuch(`A form may have at most ${FILES_MAX} files.`)));
    form.on('error', fail);
    form.on('finish', () => {
      Promise.all(writes).then((files) => resolve({ fields, files: files.filter((file) => file !== null) }), fail);
    });
    request.on('close', () => {
      if (!request.readableEnded) fail(new Error('the upload ended early'));
    });
    request.pipe(form);
  });
}

type NamedUpload = { folder: string; name: string | undefined; names: Set<string> };

/** Null for a field of files that was left empty. */
async function kept(
  file: Readable & { truncated?: boolean },
  { folder, name, names }: NamedUpload,
): Promise<string | null> {
  if (name === undefined || name === '') {
    file.resume();
    return null;
  }
  const own = safeName(name);
  if (names.has(own)) {
    file.resume();
    throw tooMuch(`Two files are named ${own}; give each a name of its own.`);
  }
  names.add(own);
  const path = join(folder, own);
  await pipeline(file, createWriteStream(path, { mode: 0o600 }));
  if (file.truncated === true) throw tooMuch(`${own} has more than ${FILE_BYTES_MAX / 1024 ** 3} GiB.`);
  return path;
}

const tooMuch = (detail: string): ProblemError => new ProblemError('payload-too-large', { detail });

const unreadable = (cause: unknown): ProblemError =>
  new ProblemError('invalid-request', { detail: 'The upload ended early or could not be read; send it again.', cause });
