// V12, V13, V14: wires, configuration and data.
import { type Row, documented, reason, test, testBut } from './row.ts';

const proxy = 'TLS ends at the operator’s proxy (Transport, in the security guide).';
const config = 'server/config.test.ts';
const source = 'scripts/security/source.test.ts';
const canary = 'scripts/security/canary.postgresql.test.ts';
const nothingOutside = [source, 'opens connections in the rooms for it alone'] as const;

export const communication: readonly Row[] = [
  reason(
    '12.1.1',
    'TLS 1.2 and 1.3 alone',
    `${proxy} As a client the service uses Node’s defaults, which begin at 1.2.`,
  ),
  reason('12.1.2', 'cipher suites', proxy),
  reason('12.1.3', 'client certificates', 'No client has to show a certificate.'),
  test(
    '12.2.1',
    'the service is reached by TLS alone',
    [config, 'refuses to be reached in clear in production'],
    ['server/http/every-answer.test.ts', 'has the policies, whatever it is an answer to'],
  ),
  reason('12.2.2', 'public certificates', proxy),
  testBut(
    '12.3.1',
    'every other wire is encrypted',
    'A database without TLS is warned of and not refused: it may lie behind a network of its own. The metrics’ listener is plain http and is meant for a private network.',
    [config, 'warns of a database that is reached over a wire'],
    [config, 'refuses to be reached in clear in production'],
  ),
  test(
    '12.3.2',
    'certificates of others are verified',
    [source, 'never takes a certificate unverified'],
    [config, 'warns of a database that is reached over a wire'],
  ),
  reason(
    '12.3.3',
    'wires inside',
    'Processes of the service do not speak to one another over a network; the operator’s proxy reaches them over one that is the operator’s.',
  ),
  reason(
    '12.3.4',
    'certificates inside',
    'The database’s is trusted by sslrootcert in DATABASE_URL, which is the operator’s.',
  ),
];

export const configuration: readonly Row[] = [
  documented('13.1.1', 'whom the service speaks to is written down', 'Whom the service speaks to'),
  reason(
    '13.2.1',
    'the database is not reached by a password that never changes',
    'DATABASE_URL says how: a certificate, a socket or a password that the operator rotates; the service needs no special account.',
  ),
  reason(
    '13.2.2',
    'the least privileges',
    'The service needs to own one schema and nothing else: no superuser, no extension (server/docs/operate.md). A server that must not migrate is the operator’s to arrange.',
  ),
  test(
    '13.2.3',
    'no credential is a default one',
    [source, 'makes no person and no password of its own'],
    [source, 'holds no secret'],
  ),
  test('13.2.4', 'whom it may speak to is a list', nothingOutside),
  test('13.2.5', 'and what it may read', nothingOutside, [
    'server/pages/docs/docs-pages.test.ts',
    'that names something outside its folder',
  ]),
  testBut(
    '13.3.1',
    'secrets are kept where secrets are kept',
    'Five settings are secrets; the operator’s vault puts them into the environment. None is in the source or in what is built.',
    [source, 'holds no secret'],
    [canary, 'is in no line of the log'],
  ),
  reason(
    '13.3.2',
    'and by whom they are needed',
    'Each process of the service reads the same five settings; who else does is the operator’s.',
  ),
  test('13.4.1', 'no metadata of source control is served', [
    'server/pages/docs/docs-pages.test.ts',
    'serves nothing that is not in its list',
  ]),
  test(
    '13.4.2',
    'no debugging in production',
    ['server/pages/shell/form.store.test.ts', 'that fails says nothing of why'],
    [config, 'names every mistake at once'],
    [source, 'holds no debugging'],
  ),
  test('13.4.3', 'no listings of folders', [
    'server/pages/docs/docs-pages.test.ts',
    'serves nothing that is not in its list',
  ]),
  test('13.4.4', 'no TRACE', ['server/http/every-answer.test.ts', 'is never a trace of the request']),
  test(
    '13.4.5',
    'metrics are not public',
    ['server/observe/metrics.test.ts', 'counts what was answered'],
    ['server/http/every-answer.test.ts', 'is never a trace of the request'],
  ),
];

const kept = 'scripts/proof/backup/round-trip.store.test.ts';

export const data: readonly Row[] = [
  documented('14.1.1', 'what is sensitive is written down', 'What is kept'),
  documented('14.1.2', 'and how it is protected', 'What is kept'),
  testBut(
    '14.2.1',
    'no secret in addresses',
    'Two stand in one because a person opens them: the link that sets a password, which leaves the address at once and works once, and the user code, which opens nothing by itself and is there by the specification.',
    ['server/pages/sign-in/welcome.store.test.ts', 'leaves the address at once'],
    ['server/access/matrix.store.test.ts', '$operation, $kind: $expected'],
    [canary, 'is in no line of the log'],
  ),
  test(
    '14.2.2',
    'nothing of anyone is kept by caches',
    ['server/app.test.ts', 'sends the document as it is'],
    ['server/pages/reading-pages.store.test.ts', 'shows who is signed in to nobody else'],
  ),
  test(
    '14.2.3',
    'nobody else is told',
    ['server/pages/mount.store.test.ts', 'loads nothing from another origin'],
    nothingOutside,
  ),
  test(
    '14.2.4',
    'what is written of its protection holds',
    [canary, 'is in no file of the database'],
    [kept, 'holds no key, token, password'],
    ['server/store/ledger/rate-windows.store.test.ts', 'is a hash that differs from limit to limit'],
  ),
  test('14.3.1', 'a browser forgets at the end', ['server/pages/shell/signed-in.store.test.ts', 'ends by signing out']),
  test(
    '14.3.2',
    'pages of people are kept by nobody',
    ['server/pages/account-pages.store.test.ts', 'is made by an admin, shown once'],
    ['server/routes/poll-device.store.test.ts', 'is pending until a person decides'],
  ),
  test('14.3.3', 'nothing of a person is kept in a browser but the session', [
    source,
    'keeps nothing of a person in a browser',
  ]),
];
