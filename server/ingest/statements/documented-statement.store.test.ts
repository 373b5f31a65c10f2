// Example of a statement in the guide for operators: it loads and is released as it stands there.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';

const guide = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');

it('the statement of the guide opens a belief, without anything else', async () => {
  const bench = await LoadingBench.open();
  try {
    const shown = JSON.parse(/```json\n([^`]+)```/.exec(guide)?.[1] ?? 'null') as object;
    expect((await bench.statements(shown)).records).toMatchObject({ statement: { read: 1, new: 1 } });
    expect((await bench.release()).statements).toMatchObject({ beliefs_opened: 1 });
  } finally {
    await bench.close();
  }
});
