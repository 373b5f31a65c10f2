// RecordedAnswer answers, byte for byte over HTTP, on the embedded engine and on PostgreSQL.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateDocument } from '../../server/contract/validation/documents-validator.ts';
import { openTestStore } from '../../server/store/testing/store.ts';
import type { Store } from '../../server/store/engine/engine.ts';
import { type RecordedAnswer, answerFile, askRecorded, recordedRequests } from './recorded-answers.ts';

let store: Store;
let answers: RecordedAnswer[];

beforeAll(async () => {
  store = await openTestStore();
  answers = await askRecorded(store);
});

afterAll(() => store.close());

describe('recorded answers', () => {
  it('are repeated byte for byte', async () => {
    expect(answers.length).toBe((await recordedRequests()).length);
    expect(answers.length).toBeGreaterThan(130);
    const differing: string[] = [];
    for (const { name, body } of answers) {
      if ((await readFile(answerFile(name), 'utf8')) !== body) differing.push(name);
    }
    expect(differing).toEqual([]);
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
