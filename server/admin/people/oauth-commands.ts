// Commands for AI chats: the registered client, and the grants of people.
import { makeOAuthSecret } from '../../access/chats/oauth-secrets.ts';
import { redirectUriFault } from '../../access/chats/redirect-uris.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { endGrant } from '../../access/chats/chat-login.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Trx } from '../../store/engine/db.ts';
import { type OAuthClient, lockRegistration, retireClient, writeClient } from '../../store/people/oauth-clients.ts';
import { listGrants } from '../../store/people/oauth-connections.ts';
import { type Arguments, type Command, type CommandContext, type CommandResult, UsageError } from '../command.ts';

const none = { name: 'argument', min: 0, max: 0, areFiles: false } as const;
const addresses_max = 20;
const defaultId = 'chat';

type ClientOptions = Pick<Arguments, 'confidential' | 'newSecret' | 'replace'> & {
  /** Null stands for the client that is registered, whichever it is. */
  clientId: string | null;
  name: string;
  redirectUris: readonly string[];
};

function asked({ values, lists, confidential, newSecret, replace }: Arguments): ClientOptions {
  const name = (values['name'] ?? '').trim();
  const clientId = values['client-id'] ?? null;
  const redirectUris = [...new Set(lists['redirect-uri'])];
  if (name === '' || [...name].length > 48 || /\p{C}/u.test(name))
    throw new UsageError('--name must be 1 to 48 visible characters');
  if (clientId !== null && !/^[A-Za-z0-9._~-]{1,64}$/.test(clientId))
    throw new UsageError('--client-id must be 1 to 64 of A-Z a-z 0-9 . _ ~ -');
  if (redirectUris.length > addresses_max) throw new UsageError(`there may be at most ${addresses_max} --redirect-uri`);
  for (const uri of redirectUris) {
    const fault = redirectUriFault(uri);
    if (fault !== null) throw new UsageError(`--redirect-uri ${uri} cannot be registered: ${fault}`);
  }
  return { clientId, name, redirectUris, confidential, newSecret, replace };
}

type RegistrationResult = {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
  confidential: boolean;
  /** Shown only now; null if the present one stays, or there is none. */
  client_secret: string | null;
  replaced: string | null;
  ended_connections: number;
};

/** A client keeps its kind: a public one becomes confidential on request, and never the reverse. */
async function register(
  trx: Trx,
  wanted: ClientOptions,
  { randomBytes, now, actor = OPERATOR }: CommandContext,
): Promise<RegistrationResult | string> {
  const standing = await lockRegistration(trx);
  const id = wanted.clientId ?? standing?.client_id ?? defaultId;
  const isOther = standing !== null && standing.client_id !== id;
  if (isOther && !wanted.replace) return standing.client_id;
  const before = isOther ? null : standing;
  const ended = isOther ? await retireClient(trx, standing.client_id) : 0;
  const secret = secretOf(before, wanted, randomBytes);
  const kept = secret?.sha256 ?? before?.secret_sha256 ?? null;
  const { name, redirectUris } = wanted;
  await writeClient(trx, { client_id: id, name, redirect_uris: redirectUris, secret_sha256: kept, now: now() });
  const detail = { confidential: kept !== null, new_secret: secret !== null, ended_connections: ended };
  await recordEvent(trx, { action: 'client-registered', actor, subject: id, detail });
  return {
    client_id: id,
    name,
    redirect_uris: redirectUris,
    confidential: kept !== null,
    client_secret: secret?.secret ?? null,
    replaced: isOther ? standing.client_id : null,
    ended_connections: ended,
  };
}

function secretOf(before: OAuthClient | null, wanted: ClientOptions, randomBytes: CommandContext['randomBytes']) {
  const hasSecret = before !== null && before.secret_sha256 !== null;
  if (wanted.newSecret && !hasSecret && !wanted.confidential)
    throw new UsageError('--new-secret is for a confidential client: add --confidential');
  return (wanted.confidential && !hasSecret) || wanted.newSecret ? makeOAuthSecret('client', randomBytes) : null;
}

function told(done: RegistrationResult): CommandResult {
  const { client_id: id, client_secret: secret, replaced, ended_connections: ended } = done;
  return {
    exit: 0,
    report: done,
    lines: [
      `client id: ${id} (${done.name}), ${done.confidential ? 'which has to show its secret' : 'without a secret'}`,
      ...done.redirect_uris.map((uri) => `answers go to: ${uri}`),
      ...(secret === null ? [] : [`client secret: ${secret}`, 'the secret is not shown again']),
      ...(replaced === null ? [] : [`retired: ${replaced}, and ${ended} connections of people with it`]),
    ],
  };
}

const registerClient: Command = {
  name: 'register-oauth-client',
  about:
    'Registers the one AI chat that may ask people for access, or changes its name and addresses: all of them, each time. Another id needs --replace. A confidential client’s secret is shown once; made public again it cannot be.',
  usage:
    '--name N --redirect-uri U [--redirect-uri U ...] [--client-id ID] [--confidential] [--new-secret] [--replace]',
  positionals: none,
  options: {
    name: 'what people read on the consent page',
    'redirect-uri': 'where answers go, letter by letter: https, or http on 127.0.0.1, [::1] or localhost at any port',
    'client-id': `what it calls itself; by default the registered one, or ${defaultId}`,
  },
  required: ['name', 'redirect-uri'],
  repeated: ['redirect-uri'],
  flags: ['confidential', 'new-secret', 'replace'],
  examples: [
    'register-oauth-client --name "Northwater Chat" --redirect-uri https://chat.example/callback --confidential',
    'register-oauth-client --client-id editor --name Editor --redirect-uri http://127.0.0.1/ --redirect-uri http://127.0.0.1 --replace',
  ],
  run: async (context, args) => {
    const wanted = asked(args);
    const done = await retrying(context.store.db, (trx) => register(trx, wanted, context));
    if (typeof done !== 'string') return told(done);
    return {
      exit: 1,
      report: { refused: true, registered: done },
      lines: [
        `${done} is registered, and there is one client at a time: --replace retires it and ends what people have allowed it`,
      ],
    };
  },
};

export const oauthCommands: readonly Command[] = [
  registerClient,
  {
    name: 'list-connections',
    about: 'Lists the AI chats that people have connected, with who pays.',
    usage: '',
    positionals: none,
    options: {},
    flags: [],
    examples: ['list-connections'],
    run: async ({ store }) => {
      const all = await listGrants(store.db);
      const connections = all.map(({ is_member: isMember, ...one }) => ({ ...one, payer_is_left: !isMember }));
      const lines = all.map(
        (one) =>
          `${one.grant_id}  ${one.client_name}  ${one.email}  paid by ${one.workspace_id}  since ${one.created_at}  used ${one.last_used_at ?? 'never'}${one.is_member ? '' : '  has left that workspace'}`,
      );
      return { exit: 0, report: { connections }, lines: lines.length === 0 ? ['no connections'] : lines };
    },
  },
  {
    name: 'revoke-connection',
    about: 'Ends the connection of a person and an AI chat: requests of that chat are refused from the next one on.',
    usage: 'GRANT',
    positionals: { name: 'GRANT', min: 1, max: 1, areFiles: false },
    options: {},
    flags: [],
    examples: ['revoke-connection grt_0123456789abcdef01234567'],
    run: async ({ store, actor = OPERATOR }, { positionals }) => {
      const grantId = positionals[0] ?? '';
      if (await endGrant(store.db, { grantId }, 'operator', actor))
        return { exit: 0, report: { grant_id: grantId, revoked: true }, lines: [`revoked: ${grantId}`] };
      const line = `there is no connection ${grantId} that has not ended already`;
      return { exit: 1, report: { refused: true, grant_id: grantId }, lines: [line] };
    },
  },
];
