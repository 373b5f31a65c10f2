/** Support for tests of the desk: the desk over a store, and its callers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnswers } from '../../answers/answers.ts';
import { type TestPerson, makePerson, makeWorkspace } from '../../pages/account/testing/account.ts';
import type { Approvals } from '../../ingest/review/approvals.ts';
import type { PageContext } from '../../pages/shell/context.ts';
import { type Browser, type PageResponse, type ServedPages, servePages } from '../../pages/testing/browser.ts';
import type { Store } from '../../store/engine/engine.ts';
import { endOperator, grantOperator } from '../../store/people/operators.ts';
import { createDesk } from '../desk.ts';
import { type Jobs, createJobs } from '../jobs.ts';

export type ServedDesk = ServedPages & { jobs: Jobs; uploads: string };

export const publicUrl = 'https://research.test';

export async function serveDesk(
  store: Store,
  { approvals = 'one', ...changes }: Partial<PageContext> & { approvals?: Approvals } = {},
): Promise<ServedDesk> {
  const uploads = mkdtempSync(join(tmpdir(), 'desk-uploads-'));
  const failures: unknown[] = [];
  const jobs = createJobs((error) => failures.push(error));
  const served = await servePages(
    store,
    (app, context) => {
      const answers = createAnswers({ store, baseUrl: publicUrl, now: context.now });
      app.use(createDesk({ ...context, store, publicUrl, jobs, uploads, approvals, answers }));
    },
    changes,
  );
  return {
    ...served,
    jobs,
    uploads,
    close: async () => {
      await jobs.settled();
      await served.close();
      rmSync(uploads, { recursive: true, force: true });
      if (failures.length > 0) throw new AggregateError(failures, 'a job failed');
    },
  };
}

export async function makeOperator(store: Store, served: ServedPages): Promise<TestPerson> {
  const person = await makePerson(store, served, []);
  await store.db.transaction((trx) => grantOperator(trx, person.userId, '2026-01-01T00:00:00.000Z'));
  return person;
}

export async function makeFormerOperator(store: Store, served: ServedPages): Promise<TestPerson> {
  const person = await makeOperator(store, served);
  await store.db.transaction((trx) => endOperator(trx, person.userId));
  return person;
}

export async function makeMember(store: Store, served: ServedPages, role: 'admin' | 'member'): Promise<TestPerson> {
  return makePerson(store, served, [[await makeWorkspace(store), role]]);
}

/** Sends a form with files as a browser does. */
export async function upload(
  browser: Browser,
  path: string,
  {
    files,
    fields,
  }: { files: readonly (readonly [name: string, text: string])[]; fields: Readonly<Record<string, string>> },
): Promise<PageResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, text] of files) form.append('argument', new Blob([text]), name);
  const request = new Request(`${browser.address}${path}`, { method: 'POST', body: form });
  return browser.send(path, {
    method: 'POST',
    body: await request.arrayBuffer(),
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': request.headers.get('content-type') ?? '' },
  });
}
