/** Pages of a job: its progress, its report, and a stream of its changes for the page's script. */
import { readFileSync } from 'node:fs';
import { ProblemError } from '../contract/problems.ts';
import { type Html, html } from '../pages/shell/html.ts';
import { assetPath } from '../pages/shell/asset.ts';
import { sendPage } from '../pages/shell/page.ts';
import { time } from '../pages/shell/times.ts';
import { type FaultyRow, faultsOf } from './faulty-rows.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';
import type { Job } from './jobs.ts';
import { faultTable, resultNote } from './result.ts';
import type { DeskContext } from './context.ts';

export const script = readFileSync(new URL('job.js', import.meta.url));
export const scriptPath = assetPath('job.js', script);

const isOver = ({ state }: Job): boolean => state !== 'waiting' && state !== 'running';

function jobOf({ jobs }: DeskContext, id: unknown): Job {
  const job = jobs.find(String(id));
  if (job !== null) return job;
  throw new ProblemError('not-found', {
    detail: 'There is no such job here: the server was restarted since, or it is an old one.',
  });
}

/** Without script the page is asked again by the browser while the job runs. */
export const showJob: DeskHandler = (context, { request, response, operator }) => {
  const job = jobOf(context, request.params['job']);
  const main = html`<h1>${job.title}</h1>
    <p class="soft">Started by ${job.startedBy}, ${time(job.startedAt)}.</p>
    ${isOver(job) ? outcome(job) : progress(job)}`;
  sendPage(response, deskPage({ title: job.title, operator, current: 'load', scripts: [scriptPath], main }));
};

function progress({ id, state, progress: at }: Job): Html {
  const percent = at === null ? 0 : Math.floor(at.share * 100);
  return html`<div class="card" data-job="/jobs/${id}/events">
    <p role="status">${state === 'waiting' ? 'Waiting for the job before it.' : html`Checking ${at?.file ?? ''}`}</p>
    <noscript><meta http-equiv="refresh" content="2" /></noscript>
    <progress max="100" value="${percent}">${percent} %</progress>
  </div>`;
}

function outcome({ state, result }: Job): Html {
  if (result === null)
    return html`<div class="note bad" role="alert"><p>The load failed on our side, and nothing was kept. The log has the reason.</p></div>`;
  const faults = faultsOf(result.report);
  const files = 'files' in result.report ? (result.report.files as object[]).length : 1;
  const rows = 'rows' in result.report ? (result.report.rows as FaultyRow[]) : [];
  const rowOf = (file: string, line: number): string | undefined =>
    rows.find((row) => row.file === file && row.line === line)?.text;
  const note = resultNote(result, faults.length > 0 && files === 1);
  return html`${note} ${faults.length > 0 && html`<h2>Faults</h2>${faultTable(faults, rowOf)}`}
    <p class="row">
      ${state === 'done' && html`<a class="button" href="/staged">See what is staged</a>`}
      <a class="button quiet" href="/load">Load more</a>
    </p>`;
}

/** Server-sent events: one for each change, and the last one when the job is over. */
export const followJob: DeskHandler = (context, { request, response }) => {
  const job = jobOf(context, request.params['job']);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  const send = (): void => {
    const { state, progress: at } = job;
    response.write(`event: ${isOver(job) ? 'over' : 'progress'}\ndata: ${JSON.stringify({ state, ...at })}\n\n`);
    if (isOver(job)) response.end();
  };
  const leave = context.jobs.follow(job.id, send);
  response.on('close', leave);
  send();
};
