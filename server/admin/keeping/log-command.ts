// The command of the public log: its state, its keys, its witnesses, and how it goes on after a restore.
import { readFile } from 'node:fs/promises';
import { SEED_BYTES, isSignedBy, parseCheckpoint, parseVerifierKey, ALGORITHM } from '../../log/note.ts';
import { originOf } from '../../log/tiles.ts';
import { LOG_KEY_OVERLAP_DAYS } from '../../store/engine/lifetimes.ts';
import type { Trx } from '../../store/engine/db.ts';
import { databaseNow, retrying } from '../../store/known/clock.ts';
import {
  addCosignature,
  readCheckpoint,
  signNewestHead,
  type CosignatureOutcome,
} from '../../store/log/checkpoints.ts';
import { newestHead, rootOf } from '../../store/log/heads.ts';
import {
  beginLog,
  logIdentity,
  logKeys,
  nameWitness,
  renameLog,
  rotateLogKey,
  setSigning,
} from '../../store/log/keys.ts';
import { witnessRequest } from '../../store/log/proofs.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { type Arguments, type Command, type CommandContext, type CommandResult, UsageError } from '../command.ts';

type Outcome = { exit?: 0 | 1; report: object; lines: string[] };
type Action = (trx: Trx, context: CommandContext, args: Arguments) => Promise<Outcome>;

const actions: { readonly [action: string]: { needs?: string; changes: boolean; run: Action } } = {
  status: { changes: false, run: status },
  continue: { needs: 'seen', changes: true, run: goOn },
  rename: { needs: 'origin', changes: true, run: rename },
  'rotate-key': { changes: true, run: rotate },
  'add-witness': { needs: 'verifier-key', changes: true, run: addWitness },
  'witness-request': { needs: 'old', changes: false, run: request },
  cosign: { needs: 'cosignature', changes: true, run: cosign },
};

const files = ['seen', 'key-file', 'cosignature'];

export const logCommands: readonly Command[] = [
  {
    name: 'log',
    about: `The public log of released rows. ACTION is one of ${Object.keys(actions).join(', ')}. A restored or moved store signs nothing until continue shows that it extends the newest checkpoint that anybody has seen; a copy that lives next to its original takes an origin of its own with rename.`,
    usage: 'ACTION',
    positionals: { name: 'ACTION', min: 1, max: 1, areFiles: false },
    options: {
      seen: 'continue: a file with the newest checkpoint that was seen elsewhere, as /log/checkpoint gave it',
      origin: 'rename: the new origin, such as copy.research.example/log',
      'key-file': 'rotate-key, rename: a file with the new key, 32 bytes in base64; without it one is made',
      'verifier-key': 'add-witness: the verifier key of the witness',
      old: 'witness-request: the number of leaves of the checkpoint that the witness knows, 0 for none',
      cosignature: 'cosign: a file with the lines that a witness answered',
    },
    fileIn: (option, value) => (files.includes(option) ? value : null),
    flags: [],
    examples: [
      'log status',
      'log continue --seen checkpoint.txt',
      'log rotate-key',
      'log add-witness --verifier-key witness.example+8d66cf3c+BOky…',
      'log witness-request --old 0',
      'log cosign --cosignature answer.txt',
    ],
    run: runLog,
  },
];

async function runLog(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const [name = ''] = args.positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined)
    throw new UsageError(`log ${JSON.stringify(name)} is not an action: use one of ${Object.keys(actions).join(', ')}`);
  if (action.needs !== undefined && !args.values[action.needs])
    throw new UsageError(`log ${name} needs --${action.needs}`);
  const { actor = OPERATOR, randomBytes, baseUrl } = context;
  const done = await retrying(context.store.db, async (trx) => {
    if (action.changes) {
      const seed = Buffer.from(randomBytes(SEED_BYTES));
      await beginLog(trx, { origin: originOf(baseUrl), seed, isGiven: false, now: await databaseNow(trx) });
    }
    const outcome = await action.run(trx, context, args);
    if (action.changes && outcome.exit !== 1)
      await recordEvent(trx, { action: 'log-changed', actor, detail: { what: name } });
    return outcome;
  });
  return { exit: 0, ...done };
}

const refused = (reason: string, lines: readonly string[]): Outcome => ({
  exit: 1,
  report: { refused: true, reason },
  lines: lines.map((line, at) => (at === 0 ? `refused: ${line}` : line)),
});

async function status(trx: Trx): Promise<Outcome> {
  const identity = await logIdentity(trx);
  if (identity === null)
    return { report: { origin: null }, lines: ['the log has no origin yet: start the server once'] };
  const head = await newestHead(trx);
  const signed = await readCheckpoint(trx, null);
  const keys = await logKeys(trx, identity.origin);
  const report = {
    origin: identity.origin,
    signs: identity.signs,
    leaves: head?.size ?? 0,
    release: head?.release ?? 0,
    signed_leaves: signed?.size ?? 0,
    signed_at: signed?.signed_at ?? null,
    keys: keys.map(({ key_number, created_at, retired_at }) => ({ key_number, created_at, retired_at })),
  };
  const { leaves, release } = report;
  const newest = signed === null ? 'nothing is signed' : `signed up to leaf ${signed.size} at ${signed.signed_at}`;
  const lines = [`${identity.origin}: ${leaves} leaves up to release ${release}, ${newest}`];
  if (!identity.signs) lines.push('it signs nothing until log continue --seen CHECKPOINT');
  return { report, lines };
}

async function goOn(trx: Trx, _context: CommandContext, { values }: Arguments): Promise<Outcome> {
  const seen = parseCheckpoint(await readFile(values['seen'] ?? '', 'utf8'));
  const identity = await logIdentity(trx);
  if (seen === null || identity === null)
    return refused('not-a-checkpoint', ['the file is not a checkpoint: save what /log/checkpoint answers as it is']);
  const keys = await logKeys(trx, identity.origin);
  const verifiers = keys.map(({ origin: name, public_key: publicKey }) => ({
    name,
    algorithm: ALGORITHM.ed25519,
    publicKey,
  }));
  const isOurs = seen.lines.some((line) => verifiers.some((verifier) => isSignedBy(seen.text, line, verifier)));
  if (seen.origin !== identity.origin || !isOurs)
    return refused('of-another-log', [
      `it is not a checkpoint of ${identity.origin}: no key of this log has signed it`,
    ]);
  const root = await rootOf(trx, seen.size);
  if (root === null || !root.equals(seen.root))
    return refused('does-not-extend', [
      `the store does not extend it: readers have seen ${seen.size} leaves that this store does not have`,
      'restore a newer backup; if there is none, log rename begins a log of another origin, and readers see that',
    ]);
  await setSigning(trx, true);
  await signNewestHead(trx, await databaseNow(trx));
  return {
    report: { continued: true, origin: seen.origin, seen_leaves: seen.size },
    lines: [`${seen.origin} goes on: it extends the checkpoint of ${seen.size} leaves, and signs again`],
  };
}

async function rename(trx: Trx, context: CommandContext, { values }: Arguments): Promise<Outcome> {
  const origin = values['origin'] ?? '';
  if (/[\s+\p{Cc}]/u.test(origin)) return refused('origin', ['the origin must not have spaces or a plus sign']);
  if ((await logKeys(trx, origin)).length > 0)
    return refused('origin', [`${origin} is the origin of this log already`]);
  const now = await databaseNow(trx);
  await renameLog(trx, { origin, seed: await seedOf(context, values['key-file']), now });
  await signNewestHead(trx, now);
  return { report: { origin }, lines: [`the log signs as ${origin} from ${now} on, with a key of its own`] };
}

async function rotate(trx: Trx, context: CommandContext, { values }: Arguments): Promise<Outcome> {
  const now = await databaseNow(trx);
  const { origin } = await rotateLogKey(trx, { seed: await seedOf(context, values['key-file']), now });
  await signNewestHead(trx, now);
  return {
    report: { origin, rotated_at: now },
    lines: [
      `a new key signs ${origin} from ${now} on; for ${LOG_KEY_OVERLAP_DAYS} days the one before it signs too`,
      'publish the new verifier key of /.well-known/transparency-log where readers compare it',
    ],
  };
}

async function seedOf({ randomBytes }: CommandContext, file: string | undefined): Promise<Buffer> {
  if (file === undefined) return Buffer.from(randomBytes(SEED_BYTES));
  const seed = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (seed.length === SEED_BYTES) return seed;
  throw new UsageError(`--key-file has no key: it must hold ${SEED_BYTES} random bytes in base64`);
}

async function addWitness(trx: Trx, _context: CommandContext, { values }: Arguments): Promise<Outcome> {
  const key = values['verifier-key'] ?? '';
  if (parseVerifierKey(key)?.algorithm !== ALGORITHM.cosignature)
    return refused('verifier-key', [
      'it is not the verifier key of a witness: NAME+ID+KEY of an Ed25519 cosignature (type 4)',
    ]);
  const isNew = await nameWitness(trx, { verifier_key: key, added_at: await databaseNow(trx) });
  return { report: { verifier_key: key, added: isNew }, lines: [isNew ? `named ${key}` : `${key} was named before`] };
}

async function request(trx: Trx, _context: CommandContext, { values }: Arguments): Promise<Outcome> {
  const old = Number(values['old']);
  const signed = await readCheckpoint(trx, null);
  if (signed === null) return refused('nothing-signed', ['nothing is signed yet: ask /log/checkpoint once']);
  if (!Number.isInteger(old) || old < 0 || old > signed.size)
    throw new UsageError(`--old must be a whole number of at most ${signed.size} leaves`);
  const body = await witnessRequest(trx, signed, old);
  return { report: { body }, lines: body.replace(/\n$/, '').split('\n') };
}

const outcomes: Readonly<Record<Exclude<CosignatureOutcome, 'added' | 'known'>, string>> = {
  'not-a-cosignature': 'a line is not a signature line: it begins with a dash (U+2014), a name and base64',
  'unknown-witness': 'its witness is not named: log add-witness first',
  'no-such-checkpoint': 'it is not a cosignature of a checkpoint of this log by that witness',
};

async function cosign(trx: Trx, _context: CommandContext, { values }: Arguments): Promise<Outcome> {
  const text = await readFile(values['cosignature'] ?? '', 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const now = await databaseNow(trx);
  let added = 0;
  for (const line of lines) {
    const outcome = await addCosignature(trx, line, now);
    if (outcome !== 'added' && outcome !== 'known') return refused(outcome, [outcomes[outcome]]);
    if (outcome === 'added') added += 1;
  }
  return {
    report: { added, lines: lines.length },
    lines: [`${added} of ${lines.length} cosignatures are new; the checkpoint has them`],
  };
}
