// Starts pglite-worker.ts where nothing has been built: Node 20 reads TypeScript only through a loader, and a loader
// serves the thread that registered it. The build neither needs nor copies this file.
import { register } from 'tsx/esm/api';

register();
await import('./pglite-worker.ts');
