// Examples of a statement and its review in the guide for operators: they load and are released as they stand there.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';

const guide = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');

it('the statement of the guide opens a belief, without anything else, and the review of the guide assesses it', async () => {
  const bench = await LoadingBench.open();
  try {
    const [shown = {}, review = {}] = [...guide.matchAll(/```json\n([^`]+)```/g)].map(
      ([, text = '']) => JSON.parse(text) as object,
    );
    expect((await bench.statements(shown)).records).toMatchObject({ statement: { read: 1, new: 1 } });
    expect((await bench.release()).statements).toMatchObject({ beliefs_opened: 1 });
    await bench.statements(review);
    expect(await bench.release()).toMatchObject({ statements: { reviews: 1 }, warnings: [] });
  } finally {
    await bench.close();
  }
});
