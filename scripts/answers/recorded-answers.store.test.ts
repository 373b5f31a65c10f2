// Recorded answers, byte for byte over HTTP, on the embedded engine and on PostgreSQL.
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateDocument } from '../../server/contract/validation/documents-validator.ts';
import { openPublished } from '../../server/ingest/testing/published.ts';
import { recordedFile, recordedNames, recordedText } from '../../server/testing/recordings.ts';
import { type RecordedAnswer, askRecorded } from './recorded-answers.ts';

const answers: RecordedAnswer[] = [];

beforeAll(async () => {
  for (const collection of ['preview', 'live'] as const) {
    const store = await openPublished(collection === 'live' ? 'both' : 'preview');
    answers.push(...(await askRecorded(store, collection).finally(() => store.close())));
  }
});

describe('recorded answers', () => {
  it('are repeated byte for byte', () => {
    expect(answers.length).toBe(recordedNames.length);
    expect(answers.length).toBeGreaterThan(130);
    const differing: string[] = [];
    for (const { name, body } of answers) {
      if (recordedText(name) !== body) differing.push(name);
    }
    expect(differing).toEqual([]);
  });

  it('are the only files of their folders', () => {
    const folder = new URL('../../fixtures/answers/', import.meta.url);
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\/.*\.json$/.test(name));
    const recorded = recordedNames.map((name) => recordedFile(name).href.slice(folder.href.length));
    expect(found.toSorted()).toEqual(recorded.toSorted());
  });

  it('each fit the contract', () => {
    for (const answer of answers) expect(() => validateDocument(answer.schema, JSON.parse(answer.body))).not.toThrow();
  });

  it('count every released record as returned or omitted', () => {
    let briefs = 0;
    for (const { path, status, body } of answers) {
      if (status !== 200 || !path.startsWith('/v1/brief')) continue;
      briefs += 1;
      const { coverage, views } = JSON.parse(body) as { coverage: Record<string, number>; views: unknown[] };
      expect(coverage['returned_view_count']).toBe(views.length);
      expect((coverage['returned_view_count'] ?? 0) + (coverage['omitted_record_count'] ?? 0)).toBe(
        coverage['released_record_count'],
      );
    }
    expect(briefs).toBeGreaterThan(40);
  });
});
