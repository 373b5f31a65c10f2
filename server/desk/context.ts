/** Context of the desk's pages: the store, the command line's functions, and the jobs in progress. */
import type { PageContext } from '../pages/shell/context.ts';
import type { Store } from '../store/engine/engine.ts';
import type { Jobs } from './jobs.ts';

/** `baseUrl` of a page's context is the desk's own address. */
export type DeskContext = PageContext & {
  store: Store;
  /** Address of the public service, for links in invitations. */
  publicUrl: string;
  jobs: Jobs;
  /** Folder of uploaded files, each in a folder of its job that is deleted after it. */
  uploads: string;
};

export type Operator = { userId: string; email: string };
