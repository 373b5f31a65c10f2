// Code blocks in the guides and in the README: TypeScript compiles, JSON parses, and commands exist.
import { readFile, readdir } from 'node:fs/promises';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../server/admin/commands.ts';
import { parseCommand } from '../../server/admin/command.ts';
import { commands as clientCommands } from '../../client/cli/commands.ts';
import { examples } from './recording/example-list.ts';
import { cliOf, packageName, typescriptOf } from './recording/examples.ts';
import { codeBlocks } from './markdown.ts';
import { root, rootPath } from './test-site.ts';

type Block = { file: string; language: string; code: string };
let blocks: readonly Block[];
let scripts: object;

beforeAll(async () => {
  const guides = (await readdir(new URL('server/docs/', root))).filter((name) => name.endsWith('.md'));
  const files = ['README.md', ...guides.map((name) => `server/docs/${name}`)];
  const found = files.map(async (file) => {
    const text = await readFile(new URL(file, root), 'utf8');
    return codeBlocks(text.replace(/^---\n[\s\S]*?\n---\n/, '')).map((block) => ({ file, ...block }));
  });
  blocks = (await Promise.all(found)).flat();
  ({ scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { scripts: object });
});

const filled = /^(example|excerpt|console|file)\b/;

describe('every block of code', () => {
  it('is in a language that something checks', () => {
    // Other tests cover SQL (`server/store/engine/role-settings.test.ts`), Python (`npm run clients`) and nginx (`npm
    // run drill -- caches`).
    const known = ['sh', 'ts', 'python', 'nginx', 'json', 'sql', 'ini', 'indented'];
    const others = blocks.filter(({ language }) => !known.includes(language) && !filled.test(language));
    expect(others).toEqual([]);
    expect(blocks.length).toBeGreaterThan(55);
  });

  it('of JSON is JSON', () => {
    const written = blocks.filter(({ language }) => language === 'json');
    for (const { code } of written) expect(() => void JSON.parse(code)).not.toThrow();
    expect(written.length).toBeGreaterThan(0);
  });
});

describe('every TypeScript program', () => {
  it('type-checks against the client package, strictly', () => {
    const written = blocks.filter(({ language }) => language === 'ts').map(({ file, code }) => ({ name: file, code }));
    const asked = examples.flatMap((example) => {
      const code = typescriptOf(example);
      return code === null ? [] : [{ name: example.name, code }];
    });
    const programs = [...written, ...asked];
    expect(faultsOf(programs)).toEqual([]);
    expect(programs.length).toBeGreaterThan(20);
    expect(
      faultsOf([
        { name: 'wrong', code: `import { ResearchClient } from '${packageName}';\nnew ResearchClient().breif();` },
      ]),
    ).toHaveLength(1);
  });
});

describe('every command', () => {
  const linesOf = ({ language, code }: Block): string[] => {
    if (language !== 'sh' && language !== 'indented') return [];
    return code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/\s+#\s.*$/, '').trim())
      .filter((line) => line !== '');
  };

  it('of npm is a script of the package', () => {
    const named = blocks
      .flatMap(linesOf)
      .flatMap((line) => [...line.matchAll(/\bnpm run ([a-z]+)/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('of the operator is understood, with its options', () => {
    const lines = blocks.flatMap(linesOf).flatMap((line) => /^npm run admin -- (.+)$/.exec(line)?.[1] ?? []);
    for (const line of lines) {
      const [name, ...words] = wordsOf(line);
      const command = commands.find((one) => one.name === name);
      expect([line, command?.name]).toEqual([line, name]);
      if (command !== undefined) parseCommand(command, words);
    }
    expect(lines.length).toBeGreaterThan(20);
  });

  it('begins with a program that the reader was told of', () => {
    const known =
      /^(npm |npx |node |curl |research |export |NODE_ENV=production |pg_dump |pg_restore |pg_basebackup |pg_ctl |psql |listening on |preview key: |pip |python3 |\.venv\/bin\/|PATH=|GOBIN=|tool\/|mkdir |mvn |java |sed |cd |chmod |git pull|openssl |printf |docker |DESK_PORT=|sudo |journalctl )/;
    expect(blocks.flatMap(linesOf).filter((line) => !known.test(line))).toEqual([]);
  });

  it('of the examples is one of the command line', () => {
    const names = examples.flatMap((example) => cliOf(example)?.split(' ')[1] ?? []);
    const told = blocks.flatMap(linesOf).flatMap((line) => /^research ([a-z]+)/.exec(line)?.[1] ?? []);
    const all = clientCommands.map(({ name }) => name);
    expect([...names, ...told].filter((name) => !all.includes(name))).toEqual([]);
  });

  it('of the command line stands in the table of them', async () => {
    const guide = await readFile(new URL('server/docs/client.md', root), 'utf8');
    const listed = [...guide.matchAll(/^\| `research ([a-z-]+)/gm)].map(([, name]) => name);
    const all = clientCommands.map(({ name }) => name).filter((name) => name !== 'help');
    expect(listed.toSorted()).toEqual(all.toSorted());
  });
});

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

type Source = { name: string; code: string };

/** Each block as a separate module, in a program whose package is the client of this repository. */
function faultsOf(sources: readonly Source[]): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { [packageName]: [`${rootPath}client/index.ts`] },
  };
  const texts = new Map(sources.map(({ code }, index) => [`${rootPath}client/block-${index}.ts`, code]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile: read } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? read(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = texts.get(file);
    return text === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((file, index) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${sources[index]?.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
