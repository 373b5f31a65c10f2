/** Reviews of views at the desk: staged by the command that loads statements, in the name of the operator. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandResult } from '../admin/command.ts';
import { commandNamed } from '../admin/commands.ts';
import type { Fault } from '../ingest/files/faults.ts';
import type { LoadReport } from '../ingest/files/loading.ts';
import { readForm } from '../pages/shell/form.ts';
import { faultsOf } from './faulty-rows.ts';
import type { DeskHandler } from './guard.ts';
import { fieldLabels, reviewRecord } from './review-form.ts';
import { runAtDesk } from './run-at-desk.ts';
import { collectionOf } from './staged.ts';
import { sendView, statedBy, viewWith } from './views.ts';

export const recordReview: DeskHandler = async (context, visit) => {
  const { request, operator } = visit;
  const form = await readForm(request);
  const collection = collectionOf(form);
  const view = await viewWith(context, collection, request.params['belief'] as string | undefined);
  const folder = join(context.uploads, randomUUID());
  const file = join(folder, 'review.ndjson');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${JSON.stringify(reviewRecord(view, form))}\n`, { mode: 0o600 });
    const words = [...(collection === 'preview' ? ['--preview'] : []), '--', file];
    const command = commandNamed('import-statements');
    const done = await runAtDesk(context, { operator, command, words: () => words });
    const stated = await statedBy(context, collection, view);
    sendView(visit, { view, collection, values: form, result: inPageWords(done), stated });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The outcome of the one record in the words of the form. */
function inPageWords(result: CommandResult): CommandResult {
  const faults = faultsOf(result.report);
  if (result.exit !== 0) return faults.length === 0 ? result : { ...result, lines: faults.map(said) };
  const { files } = result.report as { files: readonly LoadReport[] };
  const isNew = files.some(({ import_id: id }) => id !== null);
  return {
    ...result,
    lines: [isNew ? 'The review is staged, and waits for a release.' : 'The same review was loaded before.'],
  };
}

function said({ field, what, fix }: Fault): string {
  const label = fieldLabels[field ?? ''];
  return `${label === undefined ? '' : `${label}: `}${what}; ${fix}`;
}
