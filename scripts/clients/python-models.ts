// The models of the Python package, made from the contract by datamodel-code-generator; `--check` only compares.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { generators, install, shell } from './generator.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = join(root, 'client/python/src/research_intelligence/models.py');
const place = join(root, '.build/clients/datamodel-code-generator');

type Json = { readonly [name: string]: unknown };

/** The schemas of the answers that the package reads: those of OAuth are not among them. */
export function schemasOfAnswers(): Json {
  const schemas = contract.components.schemas as Json;
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === '$ref' && typeof inner === 'string') add(inner.replace(/^.*\//, ''));
      else visit(inner);
    }
  };
  const add = (name: string): void => {
    if (found.has(name) || schemas[name] === undefined) return;
    found.add(name);
    visit(schemas[name]);
  };
  for (const [path, operations] of Object.entries(contract.paths)) {
    if (/^\/(v1|api)\//.test(path)) for (const { responses } of Object.values(operations) as Json[]) visit(responses);
  }
  ['Problem', 'Acquisition'].forEach(add);
  return Object.fromEntries([...found].toSorted().map((name) => [name, schemas[name]]));
}

/** The service has checked what it sends: models keep types, enumerations and constants, and leave out bounds and patterns. */
const bounds = /^(pattern|(min|max)(imum|Length|Items)|exclusiveMinimum|x-.*)$/;

function withoutBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBounds);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => !bounds.test(name) || typeof inner === 'object');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutBounds(inner)]));
}

/** The source of the models; the first lines of the file have its digest. */
function source(): string {
  const { openapi, info } = contract;
  const components = { schemas: withoutBounds(schemasOfAnswers()) };
  return JSON.stringify({ openapi, info: { title: info.title, version: info.version }, paths: {}, components });
}

export function digestLine(): string {
  return `# schemas sha256:${createHash('sha256').update(source()).digest('hex')}`;
}

const options = [
  '--input-file-type openapi --output-model-type pydantic_v2.BaseModel --target-python-version 3.10',
  '--formatters builtin --use-double-quotes --disable-timestamp --enum-field-as-literal all --use-annotated',
  '--field-constraints --collapse-root-models --snake-case-field --use-schema-description --extra-fields allow',
  '--type-mappings uri=string --base-class research_intelligence.document.Document',
  `--base-class-map '{"Chart":"research_intelligence.frames.ChartDocument","BeliefRecord":"research_intelligence.frames.OutcomesDocument"}'`,
].join(' ');

export async function pythonModels(): Promise<string> {
  const generator = generators.find(({ folder }) => folder === 'datamodel-code-generator');
  if (generator === undefined) throw new Error('datamodel-code-generator is not among the generators');
  await install(generator);
  await writeFile(join(place, 'schemas.json'), source());
  const command = `.venv/bin/datamodel-codegen --input schemas.json --output models.py ${options}`;
  const { fault } = await shell(command, place);
  if (fault !== null) throw new Error(`the models could not be generated:\n${fault}`);
  const made = await readFile(join(place, 'models.py'), 'utf8');
  const head = `# Generated from openapi.yaml by \`npm run clients -- models\`: change that file, not this one.\n${digestLine()}\n`;
  return made.replace(/^(#.*\n)+/, head);
}

/** False if the committed models are not those of the contract. */
export async function modelsAreCurrent(): Promise<boolean> {
  return (await readFile(file, 'utf8').catch(() => '')) === (await pythonModels());
}

export async function writeModels(): Promise<void> {
  await writeFile(file, await pythonModels());
}
