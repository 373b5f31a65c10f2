/** `npm run build`: brings .build up to date without serving from it. */
import { ensureBuild } from './start.js';

await ensureBuild();
