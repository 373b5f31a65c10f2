// Another server process on the same store, and the same one after a restart, give the recorded bytes again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrlOf, openTestStore } from '../../server/store/testing/store.ts';
import type { Store } from '../../server/store/engine/engine.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { type Build, frozenBuild } from './frozen-build.ts';
import { recordedRequests, recordedText } from '../../server/testing/recordings.ts';
import { baseUrl, prepareRecording } from '../answers/recorded-answers.ts';

let build: Build;
let store: Store;
let key: string;

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
  key = await prepareRecording(store);
});

afterAll(async () => {
  await store?.close();
  await build?.remove();
});

async function startProcess(): Promise<ServiceProcess> {
  const env = { BASE_URL: baseUrl, DATABASE_URL: await databaseUrlOf(store) };
  return startService({ args: [build.main], env });
}

/** The names of the recorded answers that this process gives otherwise. */
async function differing({ address }: ServiceProcess): Promise<{ asked: number; names: string[] }> {
  const names: string[] = [];
  let asked = 0;
  for (const { name, path, collection } of recordedRequests) {
    // The live collection of this store is empty; the coverage list without a key shows the preview.
    if (collection === 'live') continue;
    asked += 1;
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': `recorded:${name}` };
    const response = await fetch(`${address}${path}`, { headers });
    if ((await response.text()) !== recordedText(name)) names.push(name);
  }
  return { asked, names };
}

// The one refusal that contains the time of the server.
const tellsTheTime = ['as-of-in-future'];

describe('the recorded answers', () => {
  it('come again, byte for byte, from two other processes at once and after a restart', async () => {
    const [first, second] = await Promise.all([startProcess(), startProcess()]);
    const answered = await Promise.all([differing(first), differing(second)]);
    await Promise.all([first.end(), second.end()]);
    const restarted = await startProcess();
    answered.push(await differing(restarted));
    await restarted.end();
    for (const { asked, names } of answered) {
      expect(asked).toBeGreaterThan(100);
      expect(names).toEqual(tellsTheTime);
    }
  });
});
