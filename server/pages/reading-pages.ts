/** Routes of the reading pages: the front page with the preview, and briefs and people's views for signed-in people. */
import type { Application } from 'express';
import { changeDaysReader, personDaysReader } from '../reads/change-days.ts';
import type { PageContext } from './shell/context.ts';
import { mountPage } from './shell/handle.ts';
import { frontPage } from './reading/front.ts';
import { openPage, pickPage, readPage } from './reading/live.ts';
import { openPersonPage, readPerson } from './reading/person/pages.ts';
import { mountBriefScripts } from './reading/browser/script.ts';

export function mountReading(app: Application, context: PageContext): void {
  const reading = { ...context, changeDays: changeDaysReader(context.db), personDays: personDaysReader(context.db) };
  mountPage(app, context, { path: '/', get: frontPage(reading) });
  mountPage(app, context, { path: '/brief', get: pickPage(reading) });
  mountPage(app, context, { path: '/brief/*name', get: readPage(reading), post: openPage(reading) });
  mountPage(app, context, { path: '/person/*id', get: readPerson(reading), post: openPersonPage(reading) });
  mountBriefScripts(app);
}
