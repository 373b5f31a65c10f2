// A sentence of the service stands only once in an answer, over all recorded research.
import { expect, test } from 'vitest';
import { recordedDocument, recordedNames } from '../../testing/recordings.ts';

type Node = { readonly [name: string]: unknown };
const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The sentences of the service: an author's words may be repeated wherever they are cited. */
function* sentencesOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) yield* sentencesOf(item, `${path}/${place}`);
  } else if (isNode(value)) {
    // The unknowns of two theses may be the same.
    if (value['provenance'] === 'service_derived' && isNode(value['statement']) && !path.includes('/unknowns/'))
      yield { path, text: String(value['statement']['text']) };
    for (const [name, item] of Object.entries(value)) yield* sentencesOf(item, `${path}/${name}`);
  } else if (
    typeof value === 'string' &&
    /\/(limitations|trade_state\/reasons)\/|\/(reason|warnings\/\d+\/message)$|\/related_context\/summary\//.test(path)
  ) {
    yield { path, text: value };
  }
}

const documents = recordedNames.map((name) => ({ name, document: recordedDocument<unknown>(name) }));

test('every answer says each thing once', () => {
  const repeated = documents.flatMap(({ name, document }) => {
    const seen = new Map<string, string>();
    return [...sentencesOf(document, '')]
      .filter(({ text }) => /[a-z] .*[a-z]/.test(text))
      .flatMap(({ path, text }) => text.split(/(?<=\.) (?=[A-Z])/).map((sentence) => ({ path, sentence })))
      .flatMap(({ path, sentence }) => {
        const before = seen.get(sentence);
        seen.set(sentence, path);
        return before === undefined ? [] : [`${name} ${before} ${path}: ${sentence}`];
      });
  });
  expect(documents.length).toBeGreaterThan(80);
  expect(repeated).toEqual([]);
});
