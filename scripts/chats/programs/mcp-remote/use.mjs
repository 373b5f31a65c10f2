// A chat that speaks stdio alone asks by way of mcp-remote, which signs in as a registered client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const { RESEARCH_MCP: address, RESEARCH_CLIENT: client, ...env } = process.env;
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [
    'node_modules/mcp-remote/dist/proxy.js',
    address,
    '--host',
    '127.0.0.1',
    '--static-oauth-client-info',
    JSON.stringify({ client_id: client }),
    '--static-oauth-client-metadata',
    JSON.stringify({ scope: 'research:read' }),
  ],
  env: { ...env, MCP_REMOTE_CONFIG_DIR: env.RESEARCH_FOLDER },
  stderr: 'pipe',
});
transport.stderr.on('data', (chunk) => process.stderr.write(chunk));
const chat = new Client({ name: 'chat', version: '1' });
await chat.connect(transport, { timeout: 60_000 });
console.log('tools:', (await chat.listTools()).tools.length);
const { structuredContent } = await chat.callTool({ name: 'get_brief', arguments: { ticker: 'NWTB' } });
console.log('brief:', structuredContent?.security?.name);
await chat.close();
process.exit(0);
