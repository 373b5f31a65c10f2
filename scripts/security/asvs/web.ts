// V3, V4, V5: browsers, HTTP and files.
import { type Row, documented, reason, test, testBut } from './row.ts';

const every = 'server/http/every-answer.test.ts';
const policies = [every, 'has the policies, whatever it is an answer to'] as const;
const foreignForm = ['server/pages/shell/form.store.test.ts', 'of another site is refused'] as const;
const cookies = ['server/access/sign-in/cookies.test.ts', 'binds a cookie to this host on https'] as const;
const signInHost = ['server/pages/sign-in/sign-in-pages.store.test.ts', 'never leads away from here'] as const;

export const frontend: readonly Row[] = [
  test('3.2.1', 'a document for programs runs nothing when a browser opens it', policies),
  test(
    '3.2.2',
    'text is shown as text',
    ['scripts/proof/journeys/journeys.postgresql.test.ts', 'ran no foreign script'],
    ['scripts/proof/journeys/brief-in-a-chat.test.ts', 'reads no markup in what it quotes'],
    ['scripts/security/source.test.ts', 'writes no markup in a browser'],
  ),
  test('3.3.1', 'cookies are Secure', cookies),
  test('3.3.2', 'cookies are SameSite', cookies),
  test('3.3.3', 'cookies have the __Host- prefix', cookies),
  test('3.3.4', 'cookies are HttpOnly', cookies),
  test('3.4.1', 'HSTS for a year with subdomains on every answer', policies, [
    every,
    'has them where it is no answer to a request',
  ]),
  test(
    '3.4.2',
    'CORS is a constant, and opens only what needs no person; at /mcp a page also needs a token and a registered origin',
    ['server/oauth/refused-tokens.store.test.ts', 'have one method, which a page of any origin may ask for'],
    ['server/app.test.ts', 'gives the coverage list to anyone'],
    ['server/mcp/endpoint.store.test.ts', 'refuses a foreign Host and a foreign Origin'],
    ['server/mcp/pages-of-others.store.test.ts', 'is refused otherwise, and reads why'],
  ),
  test(
    '3.4.3',
    'a content security policy on every answer',
    policies,
    ['server/pages/docs/docs-pages.test.ts', 'is served under a policy that allows this origin alone'],
    ['scripts/proof/journeys/journeys.postgresql.test.ts', 'ran no foreign script'],
  ),
  test('3.4.4', 'nosniff on every answer', policies),
  test('3.4.5', 'a referrer policy on every answer', policies),
  test('3.4.6', 'nothing can be framed', policies),
  test('3.5.1', 'a form of another site is refused', foreignForm, [
    'server/pages/account-forms.store.test.ts',
    'is in this table',
  ]),
  test(
    '3.5.2',
    'nothing relies on preflights: forms are refused by where they come from, programs carry no cookie',
    foreignForm,
    ['server/mcp/endpoint.store.test.ts', 'refuses a foreign Host and a foreign Origin'],
  ),
  test(
    '3.5.3',
    'what changes something is a POST',
    ['server/pages/cli-auth/cli-auth-pages.store.test.ts', 'shows the code, who asks'],
    ['server/pages/account-pages.store.test.ts', 'is revoked after a page that asks'],
    ['server/routes/poll-device.store.test.ts', 'is no HEAD request'],
  ),
  reason(
    '3.5.4',
    'other applications have other host names',
    'The operator gives the service a host of its own; BASE_URL with a path is refused at the start (server/config.test.ts).',
  ),
  test('3.5.5', 'messages of other windows are checked', [
    'scripts/proof/journeys/brief-in-a-chat.test.ts',
    'speaks the messages that the convention has',
  ]),
  test(
    '3.7.1',
    'only what browsers support and secure today',
    ['server/pages/mount.store.test.ts', 'loads nothing from another origin'],
    ['scripts/site/site.test.ts', 'keeps scripts and styles out of its pages'],
  ),
  test(
    '3.7.2',
    'nobody is led to a host that was not allowed beforehand',
    signInHost,
    ['server/access/chats/redirect-uris.test.ts', 'whatever is asked, is met only by'],
    ['server/pages/subscribe/stripe-webhook.store.test.ts', 'lets its form lead to Stripe and to no other place'],
  ),
];

const webSocket = 'There is no WebSocket.';

export const api: readonly Row[] = [
  test(
    '4.1.1',
    'every body has its type',
    ['scripts/proof/fuzz/fuzz.postgresql.test.ts', 'answers each as the contract documents'],
    ['server/pages/docs/docs-pages.test.ts', 'sends Markdown as Markdown'],
  ),
  reason(
    '4.1.2',
    'only pages lead from http to https',
    'The service leads nowhere from http: the proxy of the operator does, for pages alone (Transport, in the security guide).',
  ),
  test(
    '4.1.3',
    'headers of proxies cannot be written by clients',
    ['server/metering/limits/address.test.ts', 'behind proxies is what the outermost of them saw'],
    ['server/metering/limits/address.test.ts', 'without a proxy is that of the connection'],
    ['server/app.test.ts', 'is in any answer'],
  ),
  test(
    '4.2.1',
    'a message ends where HTTP says',
    ['server/http/http-server.test.ts', 'answers %s, and nothing that is hidden in it'],
    ['server/http/http-server.test.ts', 'refuses %s with a problem'],
  ),
  reason('4.3.1', 'GraphQL', 'There is no GraphQL.'),
  reason('4.3.2', 'GraphQL introspection', 'There is no GraphQL.'),
  reason('4.4.1', 'WebSocket over TLS', webSocket),
  reason('4.4.2', 'origin of a WebSocket', webSocket),
  reason('4.4.3', 'tokens of a WebSocket', webSocket),
  reason('4.4.4', 'sessions of a WebSocket', webSocket),
];

const noDownload = 'No file of anybody is offered for download: answers are documents that the service has made.';

export const files: readonly Row[] = [
  documented('5.1.1', 'which files are taken is written down', 'What is checked'),
  test(
    '5.2.1',
    'files are bounded',
    ['server/ingest/files/bombs.store.test.ts', 'with %s is refused, and nothing is staged'],
    ['server/http/body.test.ts', 'has at most its limit of bytes'],
  ),
  test(
    '5.2.2',
    'a file is what it should be',
    ['server/ingest/files/bombs.store.test.ts', 'with %s is refused as prices'],
    ['server/ingest/layouts/price-layout.test.ts', 'refuses a file without a date'],
    ['server/store/keeping/restore.store.test.ts', 'refuses one changed letter anywhere'],
  ),
  test(
    '5.2.3',
    'compressed files are bounded by what they become',
    ['server/ingest/files/input-limits.test.ts', 'are its bytes, decompressed'],
    ['server/ingest/files/input-limits.test.ts', 'are how many times its size'],
  ),
  test('5.3.1', 'no file of users is run', [
    'server/pages/docs/docs-pages.test.ts',
    'serves nothing that is not in its list',
  ]),
  testBut(
    '5.3.2',
    'no path comes from a request',
    'Files are named by the operator on the command line alone.',
    ['server/pages/docs/docs-pages.test.ts', 'serves nothing that is not in its list'],
    ['server/pages/docs/docs-pages.test.ts', 'that names something outside its folder'],
  ),
  reason('5.4.1', 'names of downloads', noDownload),
  reason('5.4.2', 'encoding of names of downloads', noDownload),
  reason(
    '5.4.3',
    'virus scan',
    `${noDownload} Loaded files are NDJSON and CSV of the operator's, and only their checked values are kept.`,
  ),
];
