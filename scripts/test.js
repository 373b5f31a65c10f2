// `npm test` and `npm run proof`: all projects of a suite, with vitest's arguments after `--`. A skipped test, or a
// project without tests, fails.
import { resolve } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

// Without this, a client that a test creates without a key would use the developer's own key.
delete process.env['SERVICE_API_KEY'];

const root = resolve(import.meta.dirname, '..');
const [suite = '', ...words] = process.argv.slice(2);
const commands = { test: 'npm test', proof: 'npm run proof' };
const command = commands[suite];
if (command === undefined)
  throw new Error(`scripts/test.js takes a suite first: ${Object.keys(commands).join(' or ')}`);
const { filter, options } = parseCLI(['vitest', 'run', ...words]);
const engines = ['unit', 'embedded', 'postgresql'];
const projects = suite === 'proof' ? engines.map((engine) => `proof-${engine}`) : engines;

const vitest = await startVitest('test', filter, {
  ...options,
  project: options.project ?? projects,
  root,
  config: resolve(root, 'scripts/vitest.config.ts'),
  watch: false,
});

const counts = new Map(vitest.projects.map(({ name }) => [name, { passed: 0, failed: 0, skipped: 0 }]));
// One line for every failure, which `.ci/run` repeats at its end: output that is cut at the front still names them.
const failures = [];
let brokenFiles = 0;
const noteFailure = (project, name, [error]) =>
  failures.push(`failed: [${project}] ${name}: ${error?.message.split('\n', 1)[0] ?? 'no error was given'}`);
for (const file of vitest.state.getTestModules()) {
  const count = counts.get(file.project.name);
  for (const test of file.children.allTests()) {
    const { state } = test.result();
    count[state === 'pending' ? 'skipped' : state]++;
    if (state === 'failed')
      noteFailure(file.project.name, `${file.relativeModuleId} > ${test.fullName}`, test.result().errors);
  }
  if (file.errors().length > 0) noteFailure(file.project.name, file.relativeModuleId, file.errors());
  // A file that cannot be loaded, or whose hooks fail, has no failed test.
  if (!file.ok() || file.errors().length > 0) brokenFiles++;
}

const total = (kind) => [...counts.values()].reduce((sum, count) => sum + count[kind], 0);
const complaints = [];
if (total('skipped') > 0 && options.testNamePattern === undefined)
  complaints.push(`${total('skipped')} tests were skipped`);
for (const [project, count] of counts) {
  const ran = count.passed + count.failed;
  if (ran === 0 && filter.length === 0) complaints.push(`the project ${project} ran no test`);
}
if (total('passed') + total('failed') === 0) complaints.push('no test ran');
const unhandled = vitest.state.getUnhandledErrors().length;
if (unhandled > 0) complaints.push(`${unhandled} errors were thrown outside of a test`);
if (brokenFiles > 0 && total('failed') === 0) complaints.push(`${brokenFiles} test files could not be run`);

await vitest.close();
for (const failure of failures) console.log(failure);
for (const complaint of complaints) console.error(`${command}: ${complaint}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(complaints.length > 0 || total('failed') > 0 || brokenFiles > 0 ? 1 : 0);
