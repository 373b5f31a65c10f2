/** Thread that builds the documentation with what the start of a server leaves of the processor. */
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';

// On Linux of this thread alone, with the programs that it runs; elsewhere of the whole process.
if (process.platform === 'linux') setPriority(0, 19);
const { program, root } = /** @type {{ program: string, root: string }} */ (workerData);
const { buildDocs } = await import(program);
await buildDocs(new URL(root));
