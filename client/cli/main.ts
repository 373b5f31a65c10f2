#!/usr/bin/env node
// Entry point of the program `research`: passes the process to a run and sets its exit code.
import { homedir, hostname } from 'node:os';
import { systemClock } from '../login/clock.ts';
import { run } from './run.ts';
import { type Environment, type Screen, environmentNames } from './world.ts';

const stop = new AbortController();
let interrupted: number | null = null;

function interrupt(code: number): void {
  // A second Ctrl-C ends the program without a clean-up.
  if (interrupted !== null) process.exit(code);
  interrupted = code;
  stop.abort();
}

function screenOf(stream: NodeJS.WriteStream): Screen {
  // A closed pipe, for example of `head`, ends the program silently.
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return { isTerminal: stream.isTTY === true, columns: stream.columns, write: (chunk) => void stream.write(chunk) };
}

process.on('SIGINT', () => interrupt(130));
process.on('SIGTERM', () => interrupt(143));

const env = Object.fromEntries(environmentNames.map((name) => [name, process.env[name]])) as Environment;

const code = await run(process.argv.slice(2), {
  env,
  home: homedir(),
  hostname: hostname(),
  platform: process.platform,
  stdin: process.stdin,
  stdout: screenOf(process.stdout),
  stderr: screenOf(process.stderr),
  fetch: (request) => fetch(request),
  clock: systemClock,
  signal: stop.signal,
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    return () => clearInterval(timer);
  },
});
process.exitCode = interrupted ?? code;
// Open resources, such as a keep-alive connection, must not keep the process running.
process.removeAllListeners('SIGINT');
process.removeAllListeners('SIGTERM');
process.stdin.destroy();
