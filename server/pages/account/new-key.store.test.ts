// The first call on the page of a new key, over the corpus.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReadingSite, baseUrl, openReading } from '../../testing/reading.ts';
import { questionBehind } from '../reading/question.ts';
import type { PageContext } from '../shell/context.ts';
import { firstCall } from './new-key.ts';

let site: ReadingSite;
beforeAll(async () => {
  site = await openReading();
});
afterAll(() => site.close());

it('asks for research that the key can read, by a ticker of its collection', async () => {
  const { answers } = site.serving;
  const context = { answers, baseUrl, newRequestId: () => 'once' } as unknown as PageContext;
  const paths = [];
  for (const operations of [null, ['listBeliefs'], ['getReceipt']]) {
    const { path, requestId } = await firstCall(context, { collection: 'preview', operations });
    expect(requestId).toBe(path === '/v1/status' ? null : 'once');
    paths.push(path);
  }
  expect(paths).toEqual(['/v1/brief?ticker=HOLM', '/v1/beliefs?ticker=HOLM', '/v1/status']);
  const question = questionBehind(paths[0] ?? '');
  if (question === null) throw new Error('the first call is no question');
  const { bytes } = await answers.brief('preview', question);
  expect(JSON.parse(bytes.toString())).toMatchObject({ security: { ticker: 'HOLM' } });
});
