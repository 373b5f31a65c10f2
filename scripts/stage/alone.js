/** File lock of a working tree: one program works at a time, the others wait for it. */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const ASK_AGAIN_MS = 100;
/** The work takes seconds; a dead holder whose process number was reused looks as if it still ran. */
const LEFT_BEHIND_MS = 5 * 60_000;

/** @param {string} lock a file that exists during the work @param {() => Promise<void>} work @param {() => void} [onWait] */
export async function alone(lock, work, onWait = () => {}) {
  const mine = `${process.pid} ${randomUUID()}`;
  for (let waits = 0; !made(lock, mine); waits += 1) {
    if (waits === 1) onWait();
    const holder = holderOf(lock);
    if (holder !== null && isLeft(lock, holder)) breakLock(lock, holder);
    else await setTimeout(ASK_AGAIN_MS);
  }
  try {
    await work();
  } finally {
    if (holderOf(lock) === mine) rmSync(lock, { force: true });
  }
}

/** @param {string} lock @param {string} mine */
function made(lock, mine) {
  try {
    writeFileSync(lock, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} lock @returns {string | null} */
function holderOf(lock) {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** By a program that was killed. @param {string} lock @param {string} holder */
function isLeft(lock, holder) {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LEFT_BEHIND_MS) return true;
  // One that is made at this moment has no name in it yet.
  return holder !== '' && !isRunning(Number.parseInt(holder, 10));
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Two may come to break one lock: the later must not take away what the earlier has made in its place. @param {string} lock @param {string} holder */
function breakLock(lock, holder) {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lock);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);
