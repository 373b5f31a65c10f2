/** The operator's desk: an app on its own listener, outside the contract and the public service. */
import express from 'express';
import type { Application } from 'express';
import { handle } from '../pages/shell/handle.ts';
import { ProblemError } from '../contract/problems.ts';
import { mountAssets } from '../pages/shell/assets.ts';
import { sendAsset } from '../pages/shell/asset.ts';
import { redirect } from '../pages/shell/signed-in.ts';
import { mountSignIn } from '../pages/sign-in/sign-in-pages.ts';
import type { DeskContext } from './context.ts';
import { showFeeds } from './feeds.ts';
import { mountActions } from './guard.ts';
import { followJob, script, scriptPath, showJob } from './job-pages.ts';
import { load, showLoad, showLoadKinds } from './loads.ts';
import { showOverview } from './overview.ts';
import { showReleases } from './releases.ts';
import { recordReview } from './review.ts';
import { approveStaged, discardStaged, releaseStaged, showStaged } from './staged.ts';
import { showStagedBriefs } from './staged-briefs.ts';
import { runTask, showTask, showTasks } from './tasks.ts';
import { showTrail } from './trail.ts';
import { showView, showViews } from './views.ts';

/** Pages of the public service that its sign-in pages lead to. */
const publicPages = ['/docs', '/account', '/connect', '/subscribe', '/openapi.json'];

export function createDesk(context: DeskContext): Application {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('strict routing').enable('case sensitive routing');
  mountAssets(app);
  app.get(scriptPath, (_request, response) =>
    sendAsset(response, { type: 'text/javascript; charset=utf-8', bytes: script }),
  );
  for (const path of publicPages)
    app.get(path, (_request, response) =>
      redirect(response, path === '/account' ? '/' : `${context.publicUrl}${path}`),
    );
  mountSignIn(app, context);
  mountActions(app, context, {
    overview: showOverview,
    'load-kinds': showLoadKinds,
    'load-form': showLoad,
    load,
    job: showJob,
    'job-events': followJob,
    staged: showStaged,
    'staged-briefs': showStagedBriefs,
    views: showViews,
    view: showView,
    review: recordReview,
    discard: discardStaged,
    approve: approveStaged,
    release: releaseStaged,
    releases: showReleases,
    feeds: showFeeds(),
    tasks: showTasks,
    'task-form': showTask,
    task: runTask,
    trail: showTrail,
  });
  app.use(
    handle(context, () => {
      throw new ProblemError('not-found');
    }),
  );
  return app;
}
