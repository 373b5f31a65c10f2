/** The pages on which people read briefs: the front page with the preview, and live briefs for those who are signed in. */
import type { Application, Request, Response } from 'express';
import { ProblemError } from '../contract/problems.ts';
import { changeDaysReader } from '../reads/change-days.ts';
import type { PageContext } from './context.ts';
import { handle } from './handle.ts';
import { frontPage } from './reading/front.ts';
import { openPage, pickPage, readPage } from './reading/live.ts';
import { mountSlider } from './reading/script.ts';

type Answering = (request: Request, response: Response) => Promise<void>;

export function mountReading(app: Application, context: PageContext): void {
  const reading = { ...context, changeDays: changeDaysReader(context.db) };
  const routes: readonly [path: string, read: Answering, write?: Answering][] = [
    ['/', frontPage(reading)],
    ['/brief', pickPage(reading)],
    ['/brief/*ticker', readPage(reading), openPage(reading)],
  ];
  for (const [path, read, write] of routes) {
    app.get(path, handle(context, read));
    if (write !== undefined) app.post(path, handle(context, write));
    const allow = write === undefined ? 'GET, HEAD' : 'GET, HEAD, POST';
    app.all(
      path,
      handle(context, () => refuseMethod(allow)),
    );
  }
  mountSlider(app);
}

function refuseMethod(allow: string): never {
  throw new ProblemError('method-not-allowed', { headers: { Allow: allow } });
}
