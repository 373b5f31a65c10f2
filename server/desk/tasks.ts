/** Tasks of the desk: commands of the command line as forms, with a trial run where the command has one. */
import { createHash } from 'node:crypto';
import { type Command, type CommandResult, UsageError } from '../admin/command.ts';
import { commands } from '../admin/commands.ts';
import { ProblemError } from '../contract/problems.ts';
import { readForm, readQuery } from '../pages/shell/form.ts';
import { type Html, html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { type FormValues, commandFields, commandWords } from './command-form.ts';
import type { DeskHandler } from './guard.ts';
import { deskPage } from './frame.ts';
import { tasks } from './permissions.ts';
import { resultNote } from './result.ts';
import { runAtDesk } from './run-at-desk.ts';

/** The command of this name, if the desk offers it as a task. */
function taskNamed(name: unknown): Command {
  const isOffered = Object.values(tasks).some((names) => (names as readonly string[]).includes(String(name)));
  const command = isOffered ? commands.find((each) => each.name === name) : undefined;
  if (command === undefined) throw new ProblemError('not-found', { detail: 'The desk has no such task.' });
  return command;
}

const titleOf = ({ name }: Command): string => {
  const words = name.replaceAll('-', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

export const showTasks: DeskHandler = (_context, { response, operator }) => {
  const main = html`<h1>Tasks</h1>
    ${Object.entries(tasks).map(
      ([title, names]) =>
        html`<section class="card" aria-labelledby="${title.toLowerCase().replaceAll(' ', '-')}">
          <h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${title}</h2>
          <dl class="facts">${names.map((name) => taskEntry(taskNamed(name)))}</dl>
        </section>`,
    )}`;
  sendPage(response, deskPage({ title: 'Tasks', operator, current: 'tasks', main }));
};

function taskEntry(command: Command): Html {
  return html`<dt><a href="/tasks/${command.name}">${titleOf(command)}</a></dt>
    <dd>${command.about.split('. ')[0]?.replace(/\.$/, '')}.</dd>`;
}

/** The query fills the form, so that other pages can lead to it. */
export const showTask: DeskHandler = (_context, { request, response, operator }) => {
  const command = taskNamed(request.params['task']);
  const main = taskMain(command, readQuery(request), null);
  sendPage(response, deskPage({ title: titleOf(command), operator, current: 'tasks', main }));
};

export const runTask: DeskHandler = async (context, { request, response, operator }) => {
  const command = taskNamed(request.params['task']);
  const form = await readForm(request);
  const canTry = command.flags.includes('dry-run');
  const isDryRun = canTry && form.get('act') !== 'yes';
  const words = (): string[] => {
    if (canTry && !isDryRun && triedDigest(command, form) !== form.get('tried')) throw new UsageError(notTried);
    return commandWords(command, form, { isDryRun });
  };
  const result = await runAtDesk(context, { operator, command, words });
  const main = taskMain(command, form, { result, isDryRun });
  const title = result.exit === 0 ? titleOf(command) : `Refused: ${titleOf(command)}`;
  sendPage(response, deskPage({ title, operator, current: 'tasks', main }), { status: result.exit === 0 ? 200 : 422 });
};

const notTried = 'the fields are not those that were tried: try it again, and then do it';

/** Digest of the words of an act: the form of a trial carries it, so that nothing else is done than what was tried. */
function triedDigest(command: Command, values: FormValues): string {
  const words = [command.name, ...commandWords(command, values, { isDryRun: false })];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

type Ran = { result: CommandResult; isDryRun: boolean };

function taskMain(command: Command, values: FormValues, ran: Ran | null): Html {
  return html`<h1>${titleOf(command)}</h1>
    ${ran !== null && resultNote(ran.result)}
    <div class="card">
      <p>${command.about}</p>
      <form class="form" method="post" action="/tasks/${command.name}">
        ${commandFields(command, values)} ${buttons(command, values, ran)}
      </form>
    </div>
    <p><a href="/tasks">All tasks</a></p>`;
}

/** Buttons of a task. A command with a dry run shows the button to act after a trial alone. */
function buttons(command: Command, values: FormValues, ran: Ran | null): Html {
  const { name, flags } = command;
  const canTry = flags.includes('dry-run');
  const wasTried = ran !== null && ran.isDryRun && ran.result.exit === 0;
  const verb = /^(list|explain|limits$|user-report)/.test(name) ? 'Show' : 'Do it';
  return html`${wasTried && html`<input type="hidden" name="tried" value="${triedDigest(command, values)}" />`}
  <p class="row">
    ${canTry && html`<button class="quiet">Try it: change nothing</button>`}
    ${(!canTry || wasTried) && html`<button name="act" value="yes">${verb}</button>`}
  </p>`;
}
