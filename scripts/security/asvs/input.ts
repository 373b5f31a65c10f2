// V1, V2: what comes in is checked, and what goes out is escaped for where it goes.
import { type Row, documented, reason, test } from './row.ts';

const hostileText = ['scripts/proof/journeys/journeys.postgresql.test.ts', 'ran no foreign script'] as const;
const escaped = ['server/pages/shell/html.test.ts', 'escapes every value'] as const;
const bindings = ['server/store/engine/fragment.test.ts', 'never writes a value into the statement'] as const;
const source = 'scripts/security/source.test.ts';
const fuzzed = ['scripts/proof/fuzz/fuzz.postgresql.test.ts', 'answers each as the contract documents'] as const;

export const encoding: readonly Row[] = [
  test(
    '1.1.1',
    'input is decoded once, before it is checked',
    ['server/contract/validation/query.test.ts', 'reads reserved characters without an encoding'],
    ['server/contract/validation/canonical-request.test.ts', 'can be read back as the address that was asked'],
  ),
  test('1.1.2', 'output is escaped last, by what writes it', escaped, bindings),
  test(
    '1.2.1',
    'HTML, attributes and headers are escaped for their place',
    escaped,
    ['server/pages/shell/html.test.ts', 'lets no text open a tag'],
    hostileText,
  ),
  test(
    '1.2.2',
    'addresses are built by encoding, and only pages are linked to',
    ['server/pages/shell/html.test.ts', 'links to pages only'],
    ['server/contract/validation/canonical-request.test.ts', 'has its placeholders filled in'],
  ),
  test(
    '1.2.3',
    'scripts and JSON are never put together from text',
    [source, 'puts no text together to a program'],
    ['server/http/serve.test.ts', 'names the request by the client'],
    hostileText,
  ),
  test(
    '1.2.4',
    'every value reaches the database as a binding',
    bindings,
    ['server/store/engine/fragment.test.ts', 'keeps each binding beside its question mark'],
    ['scripts/proof/fuzz/naughty.postgresql.test.ts', 'in each query, path and header of the research'],
  ),
  test('1.2.5', 'no command of the operating system is run', [source, 'runs no command']),
  reason('1.2.6', 'LDAP', 'Nothing speaks LDAP.'),
  reason('1.2.7', 'XPath', 'Nothing reads or queries XML.'),
  reason('1.2.8', 'LaTeX', 'Nothing processes LaTeX.'),
  test(
    '1.2.9',
    'text in regular expressions',
    [source, 'makes regular expressions of its own constants alone'],
    ['scripts/contract/patterns/patterns.test.ts', 'an expression that is put together while a module is loaded'],
  ),
  reason('1.3.1', 'HTML of editors', 'No input is taken as HTML: all of it is text and is escaped.'),
  test('1.3.2', 'no evaluation of text', [source, 'puts no text together to a program']),
  test(
    '1.3.3',
    'what goes to a terminal, a log or a page is bounded and printable',
    ['server/contract/validation/query.test.ts', 'repeats at most 64 printable characters'],
    ['client/cli/hostile.test.ts', 'reaches no terminal from any field'],
    ['scripts/proof/fuzz/naughty.postgresql.test.ts', 'are no failure of the service'],
  ),
  reason(
    '1.3.4',
    'SVG of users',
    'No image is taken from anybody; the only SVGs are our own icon and the charts that the server draws from numbers.',
  ),
  test(
    '1.3.5',
    'Markdown and templates of users are text',
    ['scripts/proof/journeys/brief-in-a-chat.test.ts', 'reads no markup in what it quotes'],
    escaped,
  ),
  test(
    '1.3.6',
    'no address of a request or of research is fetched',
    [source, 'opens connections in the rooms for it alone'],
    ['client/pages.test.ts', 'before it leaves the service'],
  ),
  test(
    '1.3.7',
    'templates are code, never input',
    [source, 'puts no text together to a program'],
    ['server/pages/shell/html.test.ts', 'takes no object for markup'],
  ),
  reason('1.3.8', 'JNDI', 'There is no Java.'),
  reason('1.3.9', 'memcache', 'Caches are memory of the process, keyed by canonical requests.'),
  reason(
    '1.3.10',
    'format strings',
    'JavaScript has none that reads memory; the log is JSON and takes text as values.',
  ),
  test('1.3.11', 'what goes into a mail is made harmless', [
    'server/mail/sender.store.test.ts',
    'of a workspace whose name is an address of a page',
  ]),
  reason(
    '1.4.1',
    'memory-safe strings',
    'All of it is JavaScript and SQL; native code is argon2 (Rust) and Node itself.',
  ),
  test(
    '1.4.2',
    'numbers are bounded',
    ['server/contract/validation/query.test.ts', 'takes integers in plain digits only'],
    ['server/contract/validation/validator.test.ts', 'knows bounds, lengths, patterns'],
  ),
  test(
    '1.4.3',
    'what is taken is given back',
    ['server/http/serve.test.ts', 'has its place again after every kind of answer'],
    ['server/metering/limits/schedules.test.ts', 'are never more than there are, and none is lost'],
    ['server/answers/kept.test.ts', 'drop the least recently asked'],
  ),
  reason('1.5.1', 'parsers of XML', 'Nothing parses XML.'),
  test(
    '1.5.2',
    'what is read back into objects is closed',
    ['server/contract/fixtures.test.ts', 'is refused, whichever way it is broken'],
    ['server/ingest/judging/refuse-bundle.store.test.ts', 'refuses %s with its place and a fix'],
    ['server/answers/lists/cursor.store.test.ts', 'is refused as such, three thousand times'],
  ),
];

export const validation: readonly Row[] = [
  documented('2.1.1', 'the rules of input are written down', 'What is checked'),
  documented('2.1.2', 'how values that belong together are checked is written down', 'What is checked'),
  documented('2.1.3', 'limits of use are written down', 'Limits'),
  test(
    '2.2.1',
    'all input is checked against what is expected',
    ['server/app.test.ts', 'is told of in a table of more than a hundred'],
    ['server/contract/validation/validator.test.ts', 'reports the faults of its own checks'],
    fuzzed,
  ),
  test(
    '2.2.2',
    'the server checks, whatever a client has checked',
    ['server/app.test.ts', '$what is $status'],
    ['server/pages/shell/form.store.test.ts', 'is a form, and not a large one'],
    ['server/pages/account-forms.store.test.ts', 'changes something for an admin'],
  ),
  test(
    '2.2.3',
    'values are checked together',
    ['server/answers/lists/beliefs.store.test.ts', 'refuses a cursor with other filters'],
    ['server/routes/list-beliefs.store.test.ts', 'names every parameter that does not go with view=entities'],
    ['server/ingest/judging/refuse-bundle.store.test.ts', 'judges moves from where a released belief stands'],
  ),
  test(
    '2.3.1',
    'steps are taken in their order',
    ['server/access/devices/device-grant.test.ts', 'agrees with a model of the whole history'],
    ['server/pages/subscribe/subscribe-pages.store.test.ts', 'grants what it would have sold, once'],
    ['server/oauth/refused-requests.store.test.ts', 'grants nothing unless it is our own'],
  ),
  test(
    '2.3.2',
    'limits hold',
    ['server/metering/limits/rate-limit.store.test.ts', 'is answered 120 times in a minute and no more'],
    ['server/metering/limits/shared-pace.test.ts', 'pay back what they let through beyond the quota'],
    ['server/access/key-limits.store.test.ts', 'is refused beyond it while its workspace is not'],
    ['server/store/ledger/charge.store.test.ts', 'bounds what is prepaid in a month'],
    ['server/metering/meter.store.test.ts', 'stops at the spend limit'],
  ),
  test(
    '2.3.3',
    'an operation happens as a whole or not at all',
    ['server/store/known/clock.store.test.ts', 'runs a transaction again after %s'],
    ['server/store/engine/engine.postgresql.test.ts', 'is named so when a transaction loses its connection'],
    ['scripts/proof/faults/kills.postgresql.test.ts', 'lose no credit'],
  ),
  test(
    '2.3.4',
    'nothing is spent or decided twice',
    ['server/metering/races.postgresql.test.ts', 'are 1,000 debits'],
    ['server/access/devices/device-races.postgresql.test.ts', 'of three approvals and three denials'],
    ['server/store/ledger/charge.postgresql.test.ts', 'the last request is spent once'],
  ),
  test(
    '2.4.1',
    'automation is slowed down',
    ['server/metering/limits/rate-limit.store.test.ts', 'is answered sixty times a minute'],
    ['server/access/devices/device-races.postgresql.test.ts', 'of a hundred initiations of an address'],
    ['server/access/sign-in/sign-in.store.test.ts', 'is one of twenty in an hour'],
  ),
];
