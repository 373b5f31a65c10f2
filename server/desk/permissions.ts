/** Permission table of the desk: each action with its path, and the role that it needs. Nothing else is mounted. */

export type Action = {
  method: 'get' | 'post';
  path: string;
  /** `operator`: the role in the store, read at each request. */
  role: 'operator';
  about: string;
};

const see = (path: string, about: string): Action => ({ method: 'get', path, role: 'operator', about });
const act = (path: string, about: string): Action => ({ method: 'post', path, role: 'operator', about });

export const actions = {
  overview: see('/', 'see what is staged, released and fresh'),
  'load-kinds': see('/load', 'see what can be loaded'),
  'load-form': see('/load/:kind', 'see the form of a load'),
  load: act('/load/:kind', 'load files'),
  job: see('/jobs/:job', 'see the progress and report of a load'),
  'job-events': see('/jobs/:job/events', 'follow a load'),
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
