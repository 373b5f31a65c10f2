/** Guard of every action of the desk: this site, a session, and the operator's role. Denies by default. */
import type { Application, Request, Response } from 'express';
import { refuseForeignForm } from '../pages/shell/form.ts';
import { type PageHandler, mountPage } from '../pages/shell/handle.ts';
import { html } from '../pages/shell/html.ts';
import { note } from '../pages/shell/noted.ts';
import { sendPage } from '../pages/shell/page.ts';
import { requireSignedIn } from '../pages/shell/signed-in.ts';
import { isOperator } from '../store/people/operators.ts';
import type { DeskContext, Operator } from './context.ts';
import { deskPage } from './frame.ts';
import { type Action, type ActionName, actions } from './permissions.ts';

export type DeskRequest = { request: Request; response: Response; operator: Operator };
export type DeskHandler = (context: DeskContext, visit: DeskRequest) => Promise<void> | void;
export type DeskHandlers = { readonly [Name in ActionName]: DeskHandler };

/** Mounts each action of the table with its handler; paths with several methods share one route. */
export function mountActions(app: Application, context: DeskContext, handlers: DeskHandlers): void {
  const byPath = new Map<string, { get?: PageHandler; post?: PageHandler }>();
  for (const name of Object.keys(actions) as ActionName[]) {
    const { path, method } = actions[name];
    byPath.set(path, { ...byPath.get(path), [method]: guarded(context, actions[name], handlers[name]) });
  }
  for (const [path, methods] of byPath) mountPage(app, context, { path, ...methods });
}

function guarded(context: DeskContext, { method }: Action, handler: DeskHandler): PageHandler {
  return async (request, response) => {
    if (method === 'post') refuseForeignForm(context, request);
    const viewer = await requireSignedIn(context, request, response);
    if (viewer === null) return;
    if (!(await isOperator(context.db, viewer.userId))) return refuse(context, { request, response, operator: viewer });
    await handler(context, { request, response, operator: viewer });
  };
}

function refuse(context: DeskContext, { request, response, operator }: DeskRequest): void {
  note(context, request, { event: 'refused', userId: operator.userId, how: 'not-an-operator' });
  // An upload that is not read would keep the connection waiting.
  request.resume();
  const main = html`<div class="narrow">
    <h1>Only operators can work here</h1>
    <div class="note bad" role="alert">
      <p>${operator.email} does not have the operator’s role. It is granted on the command line:</p>
      <pre><code>npm run admin -- add-operator ${operator.email}</code></pre>
    </div>
    <p><a href="${context.publicUrl}/account">To your account</a></p>
  </div>`;
  sendPage(response, deskPage({ title: 'Only operators can work here', operator, main }), { status: 403 });
}
