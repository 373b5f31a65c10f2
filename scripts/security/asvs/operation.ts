// V15, V16, V17: code, logs, and what there is none of.
import { type Row, documented, reason, test, testBut } from './row.ts';

const source = 'scripts/security/source.test.ts';
const chain = 'scripts/house/supply-chain.test.ts';
const canary = 'scripts/security/canary.postgresql.test.ts';
const config = 'server/config.test.ts';
const webRtc = 'There is no WebRTC.';

export const code: readonly Row[] = [
  documented('15.1.1', 'how soon weaknesses of packages are mended is written down', 'Packages'),
  test(
    '15.1.2',
    'there is a bill of materials',
    ['scripts/security/sbom.test.ts', 'names every package of production'],
    [chain, 'each have a digest'],
  ),
  documented('15.1.3', 'what takes time is written down', 'Limits'),
  reason(
    '15.2.1',
    'no package is older than that',
    'Judged at each release by `npm audit`, against the times of .github/SECURITY.md: it asks the registry, which no test may.',
  ),
  test(
    '15.2.2',
    'what takes time cannot take the service along',
    ['server/http/serve.test.ts', 'refuses the next at once with 503'],
    ['server/access/sign-in/passwords.test.ts', 'runs two at once'],
    ['server/store/engine/engine.postgresql.test.ts', 'a statement that takes too long'],
  ),
  testBut(
    '15.2.3',
    'production has what it needs',
    'Tests lie beside the sources, and no file of the build is made of them.',
    [source, 'loads no test into what runs'],
    [config, 'names every mistake at once'],
  ),
  test(
    '15.3.1',
    'answers have the fields that they have',
    ['server/contract/fixtures.test.ts', 'reach every closed object'],
    ['scripts/proof/fuzz/fuzz.postgresql.test.ts', 'answers each as the contract documents'],
  ),
  test(
    '15.3.2',
    'redirects of others are not followed',
    [source, 'opens connections in the rooms for it alone'],
    ['server/pages/sign-in/upstream.store.test.ts', 'a provider that leads somewhere else is not followed'],
  ),
  test(
    '15.3.3',
    'requests have the fields that they have',
    ['server/contract/validation/validator.test.ts', 'knows bounds, lengths, patterns'],
    ['server/pages/account-forms.store.test.ts', 'changes something for an admin'],
  ),
  test(
    '15.3.4',
    'the address of a caller is the right one',
    ['server/metering/limits/address.test.ts', 'behind proxies is what the outermost of them saw'],
    ['server/metering/limits/rate-limit.store.test.ts', 'each client has its own limit'],
  ),
  reason(
    '15.3.5',
    'types are strict',
    'TypeScript in its strictest settings, no any (the linter refuses it), and every value from outside through a schema.',
  ),
  test(
    '15.3.6',
    'prototypes are left alone',
    ['server/acceptance/hostile-names.test.ts', 'are names like any other'],
    ['server/pages/sign-in/sign-in-pages.store.test.ts', 'shows no text of the address'],
  ),
  test(
    '15.3.7',
    'a parameter comes once',
    ['server/contract/validation/query.test.ts', 'names a parameter that is unknown, repeated'],
    ['server/oauth/refused-tokens.store.test.ts', 'refuse what is no form'],
  ),
];

const events = 'server/pages/security-events.store.test.ts';

export const logging: readonly Row[] = [
  documented('16.1.1', 'what is logged is written down', 'The log'),
  testBut(
    '16.2.1',
    'a line says when, who, what and where from',
    'Lines of API requests have no network address: the proxy’s log has it, beside the same request id.',
    [events, 'says when, who, from where and what'],
    ['server/http/serve.test.ts', 'is its operation, its outcome and who asked'],
  ),
  test('16.2.2', 'times are UTC', [events, 'says when, who, from where and what']),
  reason('16.2.3', 'logs go where it is written', 'One stream, standard error; nothing else is written or sent.'),
  test('16.2.4', 'in one format', [events, 'says when, who, from where and what']),
  test(
    '16.2.5',
    'without secrets',
    ['server/observe/log.test.ts', 'holds no secret'],
    [canary, 'is in no line of the log'],
  ),
  test('16.3.1', 'signing in is logged', [events, 'are noted when somebody signs in']),
  test(
    '16.3.2',
    'refusals are logged',
    [events, 'are noted when somebody is refused'],
    ['server/http/serve.test.ts', 'is its operation, its outcome and who asked'],
  ),
  test(
    '16.3.3',
    'and what passes by a control',
    [events, 'are noted when somebody is refused'],
    ['server/oauth/security-events.store.test.ts', 'the coming and going of a chat are noted'],
  ),
  test(
    '16.3.4',
    'failures are logged',
    ['server/app.test.ts', 'says nothing of an unexpected failure to the client'],
    ['server/pages/shell/form.store.test.ts', 'that fails says nothing of why'],
  ),
  test('16.4.1', 'a line is one line', [events, 'and its fellows are one line each']),
  reason('16.4.2', 'logs are protected', 'Who collects standard error protects what it collects: the operator.'),
  reason('16.4.3', 'logs are sent elsewhere', 'The operator’s collector does: the service does not keep them.'),
  test(
    '16.5.1',
    'failures say nothing of the inside',
    ['server/contract/problems.test.ts', 'tells the client nothing of what really happened'],
    ['server/pages/shell/form.store.test.ts', 'that fails says nothing of why'],
    ['server/mcp/chats.store.test.ts', 'is told what to do, by code'],
  ),
  test(
    '16.5.2',
    'it goes on safely when others fail',
    ['scripts/proof/faults/outages.postgresql.test.ts', 'answers 503 while it lasts'],
    ['server/pages/sign-in/upstream.store.test.ts', 'a provider that does not answer costs a sentence'],
  ),
  test(
    '16.5.3',
    'a failure never opens',
    ['server/store/engine/engine.postgresql.test.ts', 'is named so when a transaction loses its connection'],
    ['scripts/proof/faults/lost-acknowledgements.postgresql.test.ts', 'are delivered for one unit each'],
  ),
];

export const webRtcRows: readonly Row[] = ['17.1.1', '17.2.1', '17.2.2', '17.2.3', '17.2.4', '17.3.1', '17.3.2'].map(
  (id) => reason(id, 'WebRTC', webRtc),
);
