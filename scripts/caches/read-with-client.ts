// Reads through the proxy with the TypeScript package, as a separate program: node reads the certificate at its start.
import { ResearchClient } from '../../client/index.ts';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const client = new ResearchClient({ baseUrl, apiKey });
const { data } = await client.brief({ ticker: 'NWTB' });
let beliefs = 0;
for await (const _belief of client.beliefs({ limit: 2 })) beliefs += 1;
process.stdout.write(JSON.stringify({ view: data.view, beliefs }));
