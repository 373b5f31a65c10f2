// The commands that make, list and revoke API keys.
import { makeKey } from '../access/keys.ts';
import { OPERATOR, recordEvent } from '../store/admin-events.ts';
import { retrying } from '../store/clock.ts';
import { insertKey, listKeys, revokeKey } from '../store/keys.ts';
import { holdWorkspace } from '../store/workspaces.ts';
import { noSuchWorkspace } from './invite-command.ts';
import { UsageError } from './command.ts';
import type { Command } from './command.ts';
import { visibleName } from './visible-name.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'create-key',
    about:
      'Makes an API key and shows it, once: only its hash is kept. A live key spends the balance of its workspace.',
    usage: '--workspace W [--name N] | --preview [--workspace W] [--name N]',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: { workspace: 'whose balance it spends; a preview key needs none', name: 'what the key is for' },
    flags: ['preview'],
    examples: ['create-key --workspace ws_0123456789abcdef01234567 --name "research desk"', 'create-key --preview'],
    run: async ({ store, now, randomBytes }, { collection, values }) => {
      const workspaceId = values['workspace'] ?? null;
      if (workspaceId === null && collection === 'live')
        throw new UsageError('create-key needs --workspace W for a live key, or --preview');
      const name = visibleName(values['name'] ?? 'made by the operator', '--name', 120);
      const { key, ...made } = makeKey(collection, randomBytes);
      const isMade = await retrying(store.db, async (trx) => {
        if (workspaceId !== null && !(await holdWorkspace(trx, workspaceId))) return false;
        await insertKey(trx, { ...made, name, madeBy: 'operator', workspaceId, now: now() });
        const detail = { collection };
        await recordEvent(trx, { action: 'key-made', actor: OPERATOR, workspaceId, subject: made.keyId, detail });
        return true;
      });
      if (!isMade) return noSuchWorkspace(workspaceId ?? '');
      return {
        exit: 0,
        report: { key, key_id: made.keyId, collection, workspace_id: workspaceId },
        lines: [
          `${collection} key: ${key}`,
          `key id: ${made.keyId} (for revoke-key); the key itself is not shown again`,
        ],
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
    run: async ({ store, now }, { positionals }) => {
      const keyId = positionals[0] ?? '';
      const revoked = await retrying(store.db, async (trx) => {
        const key = await revokeKey(trx, keyId, now());
        if (key === null) return false;
        const { workspace_id: workspaceId } = key;
        await recordEvent(trx, { action: 'key-revoked', actor: OPERATOR, workspaceId, subject: keyId });
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
      const state = (at: string | null): string => (at === null ? 'active' : `revoked ${at}`);
      return {
        exit: 0,
        report: { keys },
        lines:
          keys.length === 0
            ? ['no keys']
            : keys.map(
                (k) =>
                  `${k.key_id}  ${k.hint}  ${k.collection}  ${k.workspace_id ?? '-'}  made ${k.created_at}  used ${k.last_used_at ?? 'never'}  ${state(k.revoked_at)}  ${k.name}`,
              ),
      };
    },
  },
];
