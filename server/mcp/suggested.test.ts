// Suggested number of results for an answer that is too large for a chat.
import { describe, expect, it } from 'vitest';
import type { Json } from '../contract/description.ts';
import type { Answer } from '../contract/metered.ts';
import { ProblemError, problem } from '../contract/problems.ts';
import { withSuggestion } from './suggested.ts';
import type { TableOperation } from '../contract/operations.ts';

const tooLarge = new ProblemError('answer-too-large', { extra: { limit_bytes: 100, actual_bytes: 200 } });
const about = { baseUrl: 'https://research.example', requestId: 'r-1' };

/** A document of ten bytes for each result, with at most five results. */
const build = (query: Json): Promise<Answer> => {
  const results = Math.min(Number(query['max_results'] ?? query['limit'] ?? 5), 5);
  return Promise.resolve({ bytes: Buffer.alloc(results * 10) } as Answer);
};

async function suggestionFor(operation: TableOperation, query: Json, bytesMax: number) {
  const { errors, suggested_max_results: number } = problem(
    await withSuggestion(tooLarge, { operation, query, build, bytesMax }),
    about,
  );
  return { number, fixes: errors.map(({ message, fix }) => `${message} ${fix}`) };
}

describe('a smaller number', () => {
  it('is found where the chat has left the number out, as REST lets it', async () => {
    expect(await suggestionFor('getBrief', { ticker: 'NWTB' }, 39)).toEqual({
      number: 3,
      fixes: ['Without it the answer is too large for a chat. Send max_results=3.'],
    });
    expect(await suggestionFor('getBrief', { detail: 'full' }, 9)).toEqual({
      number: 0,
      fixes: [
        'Without it the answer is too large for a chat. Send detail=overview, or read one belief at a time with get_belief.',
      ],
    });
  });

  it('is below the one that was sent, or that is the default', async () => {
    expect(await suggestionFor('getBrief', { max_results: 4 }, 39)).toMatchObject({ number: 3 });
    expect(await suggestionFor('listBeliefs', { limit: 20 }, 49)).toEqual({
      number: 4,
      fixes: ['With 20 the answer is too large for a chat. Send limit=4.'],
    });
  });

  it('is not looked for where an answer has no number of results', async () => {
    expect(await withSuggestion(tooLarge, { operation: 'getBelief', query: {}, build, bytesMax: 1 })).toBe(tooLarge);
  });
});
