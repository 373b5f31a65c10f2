// Examples, programs and commands in the documentation, compared with the running service.
import { readFile, readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import type { LogKeys } from '../../../generated/api.ts';
import { beginTestLog } from '../../../server/store/testing/log.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { requestOf } from './curl.ts';
import { exampleAddress, type RecordedAnswer } from './examples.ts';
import { codeBlocks } from '../markdown.ts';
import { type ExampleResult, type World, openWorld, recordExamples } from './recording.ts';
import { readExamples, recordedFile, recordedFolder } from './recordings.ts';
import { curlOfShown } from './example-blocks.ts';
import { runTypescript } from './run-typescript.ts';
import { root } from '../test-site.ts';

let store: Store;
let world: World;
let recordings: readonly ExampleResult[];
beforeAll(async () => {
  store = await openTestStore();
  world = await openWorld(store);
  recordings = await recordExamples(world);
});
afterAll(async () => {
  world.close();
  await store.close();
});

const guides = async (): Promise<readonly { file: string; language: string; code: string }[]> => {
  const names = (await readdir(new URL('server/docs/', root))).filter((name) => name.endsWith('.md'));
  const found = names.map(async (file) => {
    const text = await readFile(new URL(`server/docs/${file}`, root), 'utf8');
    return codeBlocks(text).map((block) => ({ file, ...block }));
  });
  return (await Promise.all(found)).flat();
};

describe('every example of the documentation', () => {
  it('is answered as it is shown', async () => {
    for (const { example, recorded } of recordings) {
      const text = await readFile(new URL(`${recordedFolder}${recordedFile(example.name)}`, root), 'utf8');
      expect([example.name, recorded]).toEqual([example.name, JSON.parse(text) as RecordedAnswer]);
    }
    expect(recordings.length).toBeGreaterThan(35);
  });

  it('is asked by its curl command with the same outcome', async () => {
    let asked = 0;
    for (const shown of (await readExamples(root)).all) {
      const { key, name } = shown.example;
      // A poll needs the code of a login in progress, and a rate limit needs a limited server.
      if (key === 'device' || name === 'problem-rate-limited' || shown.example.fault !== undefined) continue;
      const environment = { SERVICE_API_KEY: world.keyOf(key) ?? '' };
      const request = requestOf(curlOfShown(shown), environment);
      if (request === null) throw new Error(`${name} is not a curl command`);
      const { url, method, headers, body } = request;
      const response = await fetch(url.replace(exampleAddress, world.base), { method, headers, body });
      expect([name, response.status]).toEqual([name, shown.recorded.status]);
      asked += 1;
    }
    expect(asked).toBeGreaterThan(33);
  });
});

describe('every block of the guides', () => {
  it('of TypeScript runs to its end', async () => {
    let ran = 0;
    for (const { code } of (await guides()).filter(({ language }) => language === 'ts')) {
      // It never ends; `scripts/site/webhook.proof.embedded.test.ts` runs it.
      if (code.includes('WEBHOOK_URL')) continue;
      // It needs a key of the log, and runs below.
      if (code.includes('async function proven')) continue;
      const printed = await runTypescript(code, { base: world.base, apiKey: world.keyOf('preview') });
      expect(printed).not.toMatch(/undefined|\[object Object\]/);
      if (code.includes('createHash')) expect(printed).toBe('true');
      ran += 1;
    }
    expect(ran).toBeGreaterThan(4);
  });

  it('of the log proves an answer of live research, and gives back what the next check keeps', async () => {
    await beginTestLog(store);
    const keys = (await (await fetch(`${world.base}/.well-known/transparency-log`)).json()) as LogKeys;
    const where = { base: world.base, apiKey: world.keyOf('live') };
    const [block] = (await guides()).filter(({ code }) => code.includes('async function proven'));
    const call = `console.log(await proven('${world.base}', '${keys.keys[0]?.verifier_key}'));`;
    const printed = await runTypescript(`${block?.code}\n${call}`, where);
    expect(printed).toMatch(/^research\.test\/log\n[1-9]\d*\n/);
  });

  it('of curl is answered', async () => {
    let asked = 0;
    for (const { code } of (await guides()).filter(({ language }) => language === 'sh')) {
      const request = requestOf(code, { SERVICE_API_KEY: world.keyOf('preview') ?? '' });
      // Metrics and the desk have separate addresses.
      if (request?.url.startsWith(exampleAddress) !== true) continue;
      const response = await fetch(request.url.replace(exampleAddress, world.base), { headers: request.headers });
      expect([code, response.status]).toEqual([code, 200]);
      // The contract is a file next to the operations.
      const version = request.url.includes('/v1/') ? '2026-10-05' : null;
      expect(response.headers.get('research-version')).toBe(version);
      asked += 1;
    }
    expect(asked).toBeGreaterThan(0);
  });
});
