// Preloaded module that skews a server's wall clock by the milliseconds in a file, and jumps when the file changes.
import { readFileSync } from 'node:fs';

const RightDate = Date;
const file = process.env['CLOCK_OFFSET_FILE'] ?? '';
const LOOK_EVERY_MS = 10;

let offset = read(0);
setInterval(() => (offset = read(offset)), LOOK_EVERY_MS).unref();

/** @param {number} before @returns {number} a file that is just being written is empty */
function read(before) {
  const text = readFileSync(file, 'utf8');
  return text === '' ? before : Number(text);
}

const now = () => RightDate.now() + offset;

globalThis.Date = new Proxy(RightDate, {
  construct: (target, words, newTarget) => Reflect.construct(target, words.length === 0 ? [now()] : words, newTarget),
  apply: () => new RightDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
