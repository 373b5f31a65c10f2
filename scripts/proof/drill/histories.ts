// Random histories of the public log, on both engines and from one to the other: `histories=1000 seed=7` select them.
import { openStore, type Store } from '../../../server/store/engine/engine.ts';
import { type IdleEngine, emptiedEngine } from '../../../server/store/testing/idle-engines.ts';
import { administer, type Server } from '../../stage/postgres-process.ts';
import { startServer } from '../../stage/test-postgres.ts';
import { postgresDatabase } from '../bench/postgres.ts';
import { Draw } from '../fuzz/draw.ts';
import { type OpenStore, runHistory } from '../histories/history.ts';
import { given, seedOf } from './given.ts';

const HISTORIES = given('histories') ?? 1_000;
const SHOWN_EACH = 50;

export async function drillHistories(): Promise<boolean> {
  const seed = seedOf();
  const sum = { proofs: 0, removedTexts: 0, steps: 0, faults: 0 };
  const postgres = await startServer();
  const open = opening(postgres);
  try {
    for (let number = 0; number < HISTORIES; number += 1) {
      const { steps, proofs, removedTexts, faults } = await runHistory(new Draw(seed, number), open);
      sum.proofs += proofs;
      sum.removedTexts += removedTexts;
      sum.steps += steps.length;
      sum.faults += faults.length;
      for (const fault of faults) process.stdout.write(`history ${number}: ${fault}\n`);
      if ((number + 1) % SHOWN_EACH === 0) process.stdout.write(`${number + 1} histories, ${sum.faults} faults\n`);
    }
  } finally {
    await postgres.stop();
  }
  process.stdout.write(
    `${HISTORIES} histories of ${sum.steps} steps: ${sum.proofs} proofs verified again, ${sum.removedTexts} removed texts and ` +
      `hashes looked for, ${sum.faults} faults\n`,
  );
  return sum.faults === 0;
}

/** Stores without rows, as copies of one that has every migration: migrating each anew would take most of the time. */
function opening(postgres: Server): OpenStore {
  const template = once(() => migratedDatabase(postgres));
  const idle: IdleEngine[] = [];
  return async (engine) => (engine === 'embedded' ? emptiedEngine(idle) : copyOf(postgres, await template()));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

async function migratedDatabase(postgres: Server): Promise<string> {
  await (await openStore({ databaseUrl: await postgresDatabase(postgres, 'histories') })).close();
  return 'histories';
}

let databases = 0;

async function copyOf(postgres: Server, template: string): Promise<Store> {
  const name = `history_${(databases += 1)}`;
  await administer(postgres.url, [`create database "${name}" template "${template}" strategy file_copy`]);
  const address = new URL(postgres.url);
  address.pathname = `/${name}`;
  const store = await openStore({ databaseUrl: address.href });
  const close = async (): Promise<void> => {
    await store.close();
    await administer(postgres.url, [`drop database "${name}"`]);
  };
  return { ...store, close };
}
