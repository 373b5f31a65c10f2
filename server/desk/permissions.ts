/** Permission table of the desk: each action needs the operator's role in the store. Nothing else is mounted. */

export type Action = {
  method: 'get' | 'post';
  path: string;
  about: string;
};

const see = (path: string, about: string): Action => ({ method: 'get', path, about });
const act = (path: string, about: string): Action => ({ method: 'post', path, about });

export const actions = {
  overview: see('/', 'see what is staged, released and fresh'),
  'load-kinds': see('/load', 'see what can be loaded'),
  'load-form': see('/load/:kind', 'see the form of a load'),
  load: act('/load/:kind', 'load files'),
  job: see('/jobs/:job', 'see the progress and report of a load'),
  'job-events': see('/jobs/:job/events', 'follow a load'),
  staged: see('/staged', 'see what is staged, and what readers will see change'),
  'staged-briefs': see('/staged/briefs', 'see a whole brief today and after the release'),
  views: see('/views', 'find the views of a ticker'),
  view: see('/views/:belief', 'see a view and the form of a review'),
  review: act('/views/:belief', 'record a cited review of the conditions of a view'),
  discard: act('/staged/discard', 'discard staged imports'),
  approve: act('/staged/approve', 'approve the staged set'),
  release: act('/staged/release', 'release the staged set'),
  releases: see('/releases', 'see the releases and withdrawals'),
  feeds: see('/feeds', 'see how fresh each feed is'),
  tasks: see('/tasks', 'see all tasks'),
  'task-form': see('/tasks/:task', 'see the form of a task'),
  task: act('/tasks/:task', 'run a task'),
  trail: see('/trail', 'see who changed what'),
} as const satisfies { readonly [name: string]: Action };

export type ActionName = keyof typeof actions;

/** Commands of the command line that the desk offers as tasks. Those on files and on the store itself stay there. */
export const tasks = {
  Research: ['withdraw', 'remove-legally', 'explain'],
  Workspaces: [
    'list-workspaces',
    'create-workspace',
    'grant-credit',
    'set-plan',
    'set-spend-limit',
    'limits',
    'set-limits',
    'delete-workspace',
  ],
  People: ['invite', 'end-sessions', 'user-report', 'forget-user', 'list-operators'],
  'Keys and chats': ['list-keys', 'limit-key', 'revoke-key', 'list-connections', 'revoke-connection'],
} as const;

/** Commands that load files. */
export const loads = {
  statements: 'import-statements',
  bundle: 'import',
  securities: 'import-securities',
  sessions: 'import-sessions',
  prices: 'import-prices',
} as const;
