// An AI chat as a browser meets it: a site of another origin that opens our consent page in a window, and waits for its answer.
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ChatSite = {
  /** Where answers go. */
  callback: string;
  /** The page with a button that opens `asked` in a separate window. */
  startFor(asked: string): string;
  /** Parameters that the browser brought to the callback, in order. */
  answers: URLSearchParams[];
  close(): void;
};

const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Listens on `host`, which a browser takes for another site than ours. */
export async function openChatSite(host = 'localhost'): Promise<ChatSite> {
  const answers: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pageOf(request, answers));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    callback: `${base}/callback`,
    startFor: (asked) => `${base}/start?${new URLSearchParams({ asked })}`,
    answers,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pageOf({ url = '' }: IncomingMessage, answers: URLSearchParams[]): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/callback') {
    answers.push(searchParams);
    return `<!doctype html><title>Connected</title><p>Connected</p>
      <script>opener?.postMessage(location.search, location.origin)</script>`;
  }
  if (pathname !== '/start') return '';
  return `<!doctype html><title>Chat</title><p id="told">waiting</p>
    <button data-to="${text(searchParams.get('asked') ?? '')}">Connect</button>
    <script>
      document.querySelector('button').onclick = (event) => open(event.target.dataset.to, 'connect', 'popup');
      addEventListener('message', (event) => (document.querySelector('#told').textContent = event.data));
    </script>`;
}
