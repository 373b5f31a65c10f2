// The commands that make, list and revoke API keys.
import { makeKey } from '../../access/keys.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import { holdKey, keyLimitDetail, setKeyLimits } from '../../store/people/key-limits.ts';
import { type ApiKey, insertKey, listKeys, noKeyLimits, revokeKey } from '../../store/people/keys.ts';
import { holdWorkspace } from '../../store/people/workspaces.ts';
import { noSuchWorkspace } from './invite-command.ts';
import { UsageError } from '../command.ts';
import type { Command, CommandResult } from '../command.ts';
import { keyLimitOptions, keyLimitUsage, keyLimitWords, keyLimitsOf, namesKeyLimits } from './key-limit-options.ts';
import { visibleName } from './visible-name.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'create-key',
    about:
      'Makes an API key and shows it, once: only its hash is kept. A live key spends the balance of its workspace.',
    usage: `--workspace W [--name N] ${keyLimitUsage} | --preview [--workspace W] [--name N]`,
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {
      workspace: 'whose balance it spends; a preview key needs none',
      name: 'what the key is for',
      ...keyLimitOptions,
    },
    flags: ['preview'],
    examples: [
      'create-key --workspace ws_0123456789abcdef01234567 --name "research desk"',
      'create-key --workspace ws_0123456789abcdef01234567 --expires-at 2027-01-31T00:00:00Z --minute 30 --operations getBrief',
      'create-key --preview',
    ],
    run: async ({ store, now, randomBytes, actor = OPERATOR }, { collection, values }) => {
      const workspaceId = values['workspace'] ?? null;
      if (workspaceId === null && collection === 'live')
        throw new UsageError('create-key needs --workspace W for a live key, or --preview');
      const name = visibleName(values['name'] ?? 'made by the operator', '--name', 120);
      const limits = keyLimitsOf(values, noKeyLimits, now());
      const { key, ...made } = makeKey(collection, randomBytes);
      const isMade = await retrying(store.db, async (trx) => {
        if (workspaceId !== null && !(await holdWorkspace(trx, workspaceId))) return false;
        await insertKey(trx, { ...made, name, madeBy: 'operator', workspaceId, limits, now: now() });
        const detail = { collection, ...(namesKeyLimits(values) && keyLimitDetail(limits)) };
        await recordEvent(trx, { action: 'key-made', actor, workspaceId, subject: made.keyId, detail });
        return true;
      });
      if (!isMade) return noSuchWorkspace(workspaceId ?? '');
      return {
        exit: 0,
        report: { key, key_id: made.keyId, collection, workspace_id: workspaceId, ...limits },
        lines: [
          `${collection} key: ${key}`,
          `key id: ${made.keyId} (for revoke-key); the key itself is not shown again`,
        ],
      };
    },
  },
  {
    name: 'limit-key',
    about:
      'Holds an API key to less than its workspace may: until when, how fast, and what it may call. An option that is left out stays as it is. An end and a set of operations hold from the next request on; a number holds on every server within ten seconds.',
    usage: `ID ${keyLimitUsage}`,
    positionals: { name: 'ID', min: 1, max: 1, areFiles: false },
    options: keyLimitOptions,
    flags: [],
    examples: [
      'limit-key key_0123456789abcdef01234567 --expires-at 2027-01-31T00:00:00Z --operations getBrief,getReceipt',
      'limit-key key_0123456789abcdef01234567 --expires-at never --minute usual --operations all',
    ],
    run: async ({ store, now, actor = OPERATOR }, { positionals, values }) => {
      if (!namesKeyLimits(values)) throw new UsageError('limit-key needs --expires-at, --minute or --operations');
      const keyId = positionals[0] ?? '';
      const limits = await retrying(store.db, async (trx) => {
        const before = await holdKey(trx, keyId);
        if (before === null) return null;
        const after = keyLimitsOf(values, before, now());
        await setKeyLimits(trx, keyId, after);
        const event = {
          action: 'key-limited',
          actor,
          workspaceId: before.workspace_id,
          subject: keyId,
        } as const;
        await recordEvent(trx, { ...event, detail: keyLimitDetail(after) });
        return after;
      });
      if (limits === null) return noSuchKey(keyId);
      return {
        exit: 0,
        report: { key_id: keyId, ...limits },
        lines: [`${keyId}: ${keyLimitWords(limits) || 'as its workspace may'}`],
      };
    },
  },
  {
    name: 'revoke-key',
    about: 'Revokes an API key: requests with it are refused from the next one on.',
    usage: 'ID',
    positionals: { name: 'ID', min: 1, max: 1, areFiles: false },
    options: {},
    flags: [],
    examples: ['revoke-key key_0123456789abcdef01234567'],
    run: async ({ store, now, actor = OPERATOR }, { positionals }) => {
      const keyId = positionals[0] ?? '';
      const revoked = await retrying(store.db, async (trx) => {
        const key = await revokeKey(trx, keyId, now());
        if (key === null) return false;
        const { workspace_id: workspaceId } = key;
        await recordEvent(trx, { action: 'key-revoked', actor, workspaceId, subject: keyId });
        return true;
      });
      if (!revoked)
        return {
          exit: 1,
          report: { refused: true, key_id: keyId },
          lines: [`there is no key ${keyId} that is not revoked already`],
        };
      return { exit: 0, report: { key_id: keyId, revoked: true }, lines: [`revoked: ${keyId}`] };
    },
  },
  {
    name: 'list-keys',
    about: 'Lists the API keys, by their hints.',
    usage: '',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {},
    flags: [],
    examples: ['list-keys'],
    run: async ({ store }) => {
      const keys = await listKeys(store.db);
      return {
        exit: 0,
        report: { keys },
        lines:
          keys.length === 0
            ? ['no keys']
            : keys.map(
                (k) =>
                  `${k.key_id}  ${k.hint}  ${k.collection}  ${k.workspace_id ?? '-'}  made ${k.created_at}  used ${k.last_used_at ?? 'never'}  ${stateOf(k)}  ${k.name}`,
              ),
      };
    },
  },
];

function stateOf(key: ApiKey): string {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at}`;
  if (key.is_expired) return `expired ${key.expires_at}`;
  const limits = keyLimitWords(key);
  return limits === '' ? 'active' : `active (${limits})`;
}

function noSuchKey(keyId: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, key_id: keyId },
    lines: [`there is no key ${keyId} that works: list-keys shows which were revoked or have expired`],
  };
}
