// Run of an example's TypeScript against a service at another address than in the documentation; returns its output.
import { format } from 'node:util';
import ts from 'typescript';
import * as client from '../../../client/index.ts';
import { exampleAddress, packageName } from './examples.ts';

export type Where = { base: string; apiKey: string | null };

type Program = (modules: unknown, load: unknown, console: unknown, process: unknown) => Promise<void>;

export async function runTypescript(code: string, { base, apiKey }: Where): Promise<string> {
  const lines: string[] = [];
  const print = (...values: unknown[]): void => void lines.push(format(...values));
  // Redirects requests for the address in the documentation to the running service.
  const elsewhere = async (request: Request): Promise<Response> =>
    fetch(new Request(request.url.replace(exampleAddress, base), request));
  class LocalClient extends client.ResearchClient {
    constructor(options: client.ResearchClientOptions) {
      super({ ...options, fetch: elsewhere, ...(apiKey === null ? {} : { apiKey }) });
    }
  }
  const modules = { ...client, ResearchClient: LocalClient };
  const body = asFunction(code);
  const run = new (Object.getPrototypeOf(async () => undefined).constructor)(
    'modules',
    'load',
    'console',
    'process',
    body,
  ) as Program;
  await run(
    modules,
    (name: string) => import(name),
    { log: print, error: print },
    { env: {}, argv: [], stdout: { write: print } },
  );
  return lines.join('\n');
}

/** The program as the body of an async function: its imports become parameters. */
function asFunction(code: string): string {
  const local = code.replaceAll(
    new RegExp(`^import \\{([^}]*)\\} from '${packageName}';$`, 'gm'),
    (_, names: string) => `const {${names}} = modules as typeof import('${packageName}');`,
  );
  const loaded = local.replaceAll(/^import (\{[^}]*\}) from '(node:[a-z/]+)';$/gm, "const $1 = await load('$2');");
  const { outputText } = ts.transpileModule(`export {};${loaded}`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
  });
  return outputText.replace('export {};', '');
}
