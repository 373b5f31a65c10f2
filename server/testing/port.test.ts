// Ports for test servers that start later.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { freePort } from './port.ts';

const draw = `import { freePort } from ${JSON.stringify(new URL('port.ts', import.meta.url).href)};
  const ports = [];
  while (ports.length < 300) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  await new Promise((resolve) => process.stdin.on('end', resolve).resume());`;

function drawing() {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', draw], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, ports: once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line) as number[]) };
}

it('is given once, of two processes that draw at the same time', async () => {
  const both = [drawing(), drawing()];
  const ports = (await Promise.all(both.map((one) => one.ports))).flat();
  expect([ports.length, new Set(ports).size]).toEqual([600, 600]);
  for (const { child } of both) {
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  }
});

it('can be listened on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  expect(server.listening).toBe(true);
  server.close();
});
