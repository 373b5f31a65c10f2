// Prepared answers of the service for the other servers: each with its path, headers and bytes.
import { readFileSync, writeFileSync } from 'node:fs';

export type Document = {
  path: string;
  /** Name, value, name, value …: the headers of the service, without those that node:http adds. */
  headers: string[];
  bytes: Buffer;
};

const addedByNode = new Set(['date', 'connection', 'keep-alive']);

export async function readDocument(base: string, path: string, key?: string): Promise<Document> {
  const response = await fetch(base + path, {
    headers: { 'accept-encoding': 'identity', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${bytes.toString()}`);
  return { path, headers: [...response.headers].filter(([name]) => !addedByNode.has(name)).flat(), bytes };
}

export function writeDocuments(file: string, documents: readonly Document[]): void {
  const lines = documents.map(({ path, headers, bytes }) => JSON.stringify({ path, headers, text: bytes.toString() }));
  writeFileSync(file, lines.join('\n'));
}

/** Documents by path. */
export function readDocuments(file: string): Map<string, Document> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.map((line) => {
      const { path, headers, text } = JSON.parse(line) as { path: string; headers: string[]; text: string };
      return [path, { path, headers, bytes: Buffer.from(text) }];
    }),
  );
}
