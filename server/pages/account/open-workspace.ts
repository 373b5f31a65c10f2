/** /account/workspace: with open sign-up, a person with a proved address opens a workspace as its admin. */
import type { Request, Response } from 'express';
import { openWorkspace, workspaceName, workspace_name_length_max } from '../../access/people/open-workspace.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { PageContext } from '../shell/context.ts';
import { readQuery } from '../shell/form.ts';
import { type Html, html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { isSeen } from '../shell/seen-name.ts';
import { forgetReturn, returnPath } from '../sign-in/landing.ts';
import { redirect, requireSignedIn } from '../shell/signed-in.ts';
import { ownForm } from './admin-form.ts';
import { practiceLabel } from './figures.ts';

const problems = {
  name: `Nothing was opened: a name has 1 to ${workspace_name_length_max} characters, none of them invisible.`,
  limited: 'Nothing was opened: you have opened several workspaces today. Try again tomorrow.',
  'not-proved': 'Nothing was opened: your address was never proved to be yours. Have a link mailed to you first.',
} as const;
type Problem = keyof typeof problems;

const isProblem = (text: string | null): text is Problem => text !== null && Object.hasOwn(problems, text);

export async function showOpenWorkspace(context: PageContext, request: Request, response: Response): Promise<void> {
  assertOpen(context);
  const viewer = await requireSignedIn(context, request, response);
  if (viewer === null) return;
  const asked = readQuery(request).get('problem');
  const problem = isProblem(asked) ? asked : null;
  const main = form({ problem, practice: context.payments.provider === 'practice' });
  const title = problem === null ? 'Name your workspace' : 'Error: Name your workspace';
  sendPage(response, page({ title, viewer, current: 'account', main }));
}

function assertOpen({ signUp }: PageContext): void {
  if (signUp !== 'open') throw new ProblemError('not-found', { detail: 'Workspaces are made by the operator here.' });
}

function form({ problem, practice }: { problem: Problem | null; practice: boolean }): Html {
  return html`<div class="narrow">
    <h1>Name your workspace</h1>
    ${problem !== null && html`<p class="note bad" role="alert" id="problem">${problems[problem]}</p>`}
    <p>A workspace has keys, people and credit, and pays for what is read. You are its admin, and can invite others.</p>
    ${practice && html`<p class="note warn">${practiceLabel} Nothing is paid for on this service: it is for trying out.</p>`}
    <form class="stack card" method="post" action="/account/workspace">
      <div class="field">
        <label for="name">Name</label>
        <input id="name" name="name" required maxlength="${workspace_name_length_max}" autocomplete="organization"${problem === 'name' && html` aria-invalid="true" aria-describedby="problem"`} />
        <p class="hint">Your company or team, as others in it know it.</p>
      </div>
      <button>Open the workspace</button>
    </form>
  </div>`;
}

export async function openOwnWorkspace(context: PageContext, request: Request, response: Response): Promise<void> {
  assertOpen(context);
  const sent = await ownForm(context, request, response);
  if (sent === null) return;
  const { db, now, randomBytes, payments } = context;
  const { userId } = sent.viewer;
  const name = workspaceName(sent.form.get('name') ?? '');
  const back = (problem: Problem): void => redirect(response, `/account/workspace?${new URLSearchParams({ problem })}`);
  if (name === null || !isSeen(name)) return back('name');
  const practice = payments.provider === 'practice';
  const done = await openWorkspace(db, { userId, name, practice, now: now(), randomBytes });
  if (done.kind !== 'opened') return back(done.kind);
  const { workspaceId } = done;
  note(context, request, { event: 'workspace-opened', userId, workspaceId });
  const to = returnPath(context, request) ?? `/account?workspace=${workspaceId}`;
  redirect(response, to, forgetReturn(context, request));
}
