/** `npm run admin -- COMMAND`: the operator's command line, from an up-to-date build. */
import { ensureBuild } from './start.js';

await ensureBuild();
const { main } = await import(new URL('../.build/server/admin.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
