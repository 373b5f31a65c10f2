// The command line of the inspector, with a token that a chat was given: it does not sign in by itself.
import { execFileSync } from 'node:child_process';

const { RESEARCH_MCP: address, RESEARCH_TOKEN: token } = process.env;
const inspect = (...words) => {
  const program = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
  const fixed = ['--cli', address, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  return JSON.parse(execFileSync(process.execPath, [program, ...fixed, ...words], { encoding: 'utf8' }));
};
console.log('tools:', inspect('--method', 'tools/list').tools.length);
const asked = ['--tool-name', 'get_brief', '--tool-arg', 'ticker=NWTB'];
console.log('brief:', inspect('--method', 'tools/call', ...asked).structuredContent.security.name);
