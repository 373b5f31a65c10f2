/** Loads of the desk: files dropped into a form, checked and staged by a job. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Command, CommandResult } from '../admin/command.ts';
import { commands } from '../admin/commands.ts';
import { ProblemError } from '../contract/problems.ts';
import { html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { redirect } from '../pages/shell/signed-in.ts';
import { commandFields, commandWords } from './command-form.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';
import { loads } from './permissions.ts';
import { faultyRows } from './faulty-rows.ts';
import { runAtDesk } from './run-at-desk.ts';
import { readUpload } from './uploads.ts';

const titles: { readonly [Kind in keyof typeof loads]: string } = {
  statements: 'Statements',
  bundle: 'Research bundle',
  securities: 'Security master',
  sessions: 'Sessions',
  prices: 'Prices',
};

const isKind = (kind: unknown): kind is keyof typeof loads => typeof kind === 'string' && Object.hasOwn(loads, kind);

function kindOf(kind: unknown): { kind: keyof typeof loads; command: Command } {
  const command = isKind(kind) ? commands.find(({ name }) => name === loads[kind]) : undefined;
  if (!isKind(kind) || command === undefined)
    throw new ProblemError('not-found', { detail: 'The desk loads nothing of this kind.' });
  return { kind, command };
}

export const showLoadKinds: DeskHandler = (_context, { response, operator }) => {
  const main = html`<h1>Load</h1>
    <p>A load is checked whole and then staged. Nothing is public before a release.</p>
    <dl class="facts card">
      ${Object.keys(loads).map((name) => {
        const { kind, command } = kindOf(name);
        return html`<dt><a href="/load/${kind}">${titles[kind]}</a></dt>
          <dd>${command.about.split('. ')[0]}.</dd>`;
      })}
    </dl>`;
  sendPage(response, deskPage({ title: 'Load', operator, current: 'load', main }));
};

export const showLoad: DeskHandler = (_context, { request, response, operator }) => {
  const { kind, command } = kindOf(request.params['kind']);
  const main = html`<h1>Load: ${titles[kind]}</h1>
    <p>${command.about}</p>
    <form class="form card" method="post" action="/load/${kind}" enctype="multipart/form-data">
      ${commandFields(command)}
      <p class="row">
        <button name="act" value="check" class="quiet">Check only</button>
        <button name="act" value="stage">Check and stage</button>
      </p>
    </form>`;
  sendPage(response, deskPage({ title: `Load: ${titles[kind]}`, operator, current: 'load', main }));
};

export const load: DeskHandler = async (context, { request, response, operator }) => {
  const { kind, command } = kindOf(request.params['kind']);
  const id = randomUUID();
  const { folder, files, fields } = await readUpload(request, join(context.uploads, id));
  const isDryRun = fields.get('act') !== 'stage';
  const words = (): string[] => commandWords(command, fields, { files, isDryRun });
  const title = `${titles[kind]}: ${files.map((file) => basename(file)).join(', ')}${isDryRun ? ' (check only)' : ''}`;
  context.jobs.start({
    id,
    title,
    startedBy: operator.email,
    startedAt: context.now(),
    run: async (onProgress) => {
      try {
        const shown = (file: string, phase: string, share: number): void => onProgress(basename(file), phase, share);
        const result = await runAtDesk(context, { operator, command, words }, shown);
        return await withoutFolder(result, folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  });
  redirect(response, `/jobs/${id}`);
};

/** The report in the operator's own names of files, with the rows that its faults are in. */
async function withoutFolder(result: CommandResult, folder: string): Promise<CommandResult> {
  const rows = await faultyRows(result.report);
  const named = JSON.parse(
    JSON.stringify({ ...result.report, rows }).replaceAll(JSON.stringify(`${folder}/`).slice(1, -1), ''),
  ) as object;
  return { ...result, report: named, lines: result.lines.map((line) => line.replaceAll(`${folder}/`, '')) };
}
