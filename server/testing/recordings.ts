// Recorded answers of fixtures/answers/, by name; each lies in the folder of its subject.
import { readFileSync } from 'node:fs';

/** Sent with a preview key, or with a live key after the corpus has been published as live research. */
export type RecordedRequest = { name: string; path: string; collection?: 'live' };

const root = new URL('../../fixtures/answers/', import.meta.url);

/** All recorded requests, in the order of their recording. */
export const recordedRequests = JSON.parse(
  readFileSync(new URL('requests.json', root), 'utf8'),
) as readonly RecordedRequest[];
export const recordedNames: readonly string[] = recordedRequests.map(({ name }) => name);
const files = new Map(recordedRequests.map((request) => [request.name, fileOf(request)]));

/** File of a recorded body. */
export function recordedFile(name: string): URL {
  const file = files.get(name);
  if (file === undefined) throw new Error(`fixtures/answers/requests.json has no request named ${name}`);
  return new URL(file, root);
}

export function recordedText(name: string): string {
  return readFileSync(recordedFile(name), 'utf8');
}

export function recordedDocument<Document>(name: string): Document {
  return JSON.parse(recordedText(name)) as Document;
}

function fileOf({ name, path, collection }: RecordedRequest): string {
  return `${collection ?? subjectOf(new URL(path, 'https://research.example'))}/${name}.json`;
}

/** Briefs are many, so they are divided by subject, form and cutoff; other answers by their resource. */
function subjectOf({ pathname, searchParams }: URL): string {
  const [resource = '', id] = pathname.split('/').slice(2);
  if (resource === 'beliefs' && id !== undefined) return 'belief';
  if (searchParams.get('view') === 'entities') return 'entities';
  if (resource !== 'brief') return resource;
  if (!searchParams.has('ticker')) return 'brief-entity';
  if (searchParams.get('detail') === 'full') return 'brief-full';
  return searchParams.has('as_of') ? 'brief-past' : 'brief-overview';
}
