// Starts workbook-worker.ts where nothing has been built, as pglite-worker-from-source.mjs does.
import { register } from 'tsx/esm/api';

register();
await import('./workbook-worker.ts');
