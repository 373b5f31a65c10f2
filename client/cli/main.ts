#!/usr/bin/env node
// The program `research`: takes the process as its world, and gives it back its exit code.
import { homedir, hostname } from 'node:os';
import { systemClock } from '../login/clock.ts';
import { run } from './run.ts';
import { type Environment, type Screen, environmentNames } from './world.ts';

const stop = new AbortController();
let interrupted: number | null = null;

function interrupt(code: number): void {
  // Whoever asks twice does not want to wait for a clean end.
  if (interrupted !== null) process.exit(code);
  interrupted = code;
  stop.abort();
}

function screenOf(stream: NodeJS.WriteStream): Screen {
  // A reader that goes away, as `head` does, ends the program without a word.
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
// What is still open, as a connection that is kept for the next call, is no reason to stay.
process.removeAllListeners('SIGINT');
process.removeAllListeners('SIGTERM');
process.stdin.destroy();
