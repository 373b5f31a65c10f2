/** Jobs of the desk: one load at a time, with its progress and report, in the memory of this process. */
import { EventEmitter } from 'node:events';
import type { CommandResult, Progress } from '../admin/command.ts';

export type Job = {
  id: string;
  title: string;
  /** Address of the operator who started it. */
  startedBy: string;
  startedAt: string;
  state: 'waiting' | 'running' | 'done' | 'refused' | 'failed';
  progress: { file: string; share: number } | null;
  result: CommandResult | null;
};

export type NewJob = Pick<Job, 'id' | 'title' | 'startedBy' | 'startedAt'> & {
  run: (onProgress: Progress) => Promise<CommandResult>;
};

export type Jobs = {
  start(job: NewJob): Job;
  find(id: string): Job | null;
  /** The newest first. */
  list(): readonly Job[];
  /** Calls back on each change until the returned function is called. */
  follow(id: string, onChange: (job: Job) => void): () => void;
  /** Resolves after the last job. */
  settled(): Promise<void>;
};

/** Reports beyond these are dropped; what was staged stays listed with the staged records. */
const JOBS_MAX = 100;

/** Steps of a percent: a reader needs no more. */
const stepOf = (share: number): number => Math.floor(share * 100);

export function createJobs(onFailure: (error: unknown) => void): Jobs {
  const jobs = new Map<string, Job>();
  const changes = new EventEmitter().setMaxListeners(0);
  let last: Promise<void> = Promise.resolve();

  async function work(job: Job, run: NewJob['run']): Promise<void> {
    const change = (changed: Partial<Job>): void => void changes.emit(job.id, Object.assign(job, changed));
    change({ state: 'running' });
    try {
      const result = await run((file, _phase, share) => {
        const { progress } = job;
        if (progress?.file === file && stepOf(progress.share) === stepOf(share)) return;
        change({ progress: { file, share } });
      });
      change({ state: result.exit === 0 ? 'done' : 'refused', result });
    } catch (error) {
      onFailure(error);
      change({ state: 'failed' });
    }
  }

  return {
    start({ run, ...named }) {
      const job: Job = { ...named, state: 'waiting', progress: null, result: null };
      jobs.set(job.id, job);
      for (const [id, { state }] of jobs) {
        if (jobs.size <= JOBS_MAX) break;
        if (state !== 'waiting' && state !== 'running') jobs.delete(id);
      }
      last = last.then(() => work(job, run));
      return job;
    },
    find: (id) => jobs.get(id) ?? null,
    list: () => [...jobs.values()].reverse(),
    follow(id, onChange) {
      changes.on(id, onChange);
      return () => changes.off(id, onChange);
    },
    settled: () => last,
  };
}
