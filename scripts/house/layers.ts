// Layers of the code: which room may import which, and which files may use SQL, the clock and the environment.
import { dirname, posix } from 'node:path';
import ts from 'typescript';

/**
 * Room -> layer. A room may import itself and rooms of a strictly lower layer; two rooms of one layer never import each
 * other.
 */
const layers = new Map<string, number>([
  ['server', 5],
  ['server/observe', 4.7],
  // Parts of the operator's command line; main uses them to pass a command to a running server.
  ['server/admin', 4.5],
  // The operator's desk: the commands of the command line as pages.
  ['server/desk', 4.6],
  ...['routes', 'pages', 'oauth', 'mcp', 'mail', 'ingest'].map((room): [string, number] => [`server/${room}`, 4]),
  ['server/answers', 3.5],
  ['server/reads', 3],
  ['server/metering', 3],
  // Documents build closed JSON from measured numbers: the one room that may also read a neighbour of its layer.
  ['server/documents', 2.5],
  ['server/access', 2],
  ['server/measures', 2],
  ['server/http', 1.5],
  ['server/contract', 1],
  ['server/store', 1],
  ['client', 0.5],
  // Caches, which every room from the contract on may open.
  ['server/memory', 0.3],
  // Words of states and numbers, which pages and chats share with the command line.
  ['client/words', 0.2],
  // Suggestions and completion of both command lines, `research` and `admin`.
  ['client/command-line', 0.2],
  // Hashes, notes and tiles of the public log, which store and doors share.
  ['server/log', 0.1],
  ['server/terms', 0],
  ['generated', 0],
]);

/** The only files that may read the environment. None reads the wall clock: the database sets the time. */
const readsTheEnvironment = /^server\/(main|config)\.ts$/;
const databasePackage = /^(knex|pg|pg-.*|@electric-sql\/.*)(\/.*)?$/;
const sqlText =
  /^\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|create\s+(table|index)\s)/is;
const testSupport = /(^|\/)testing\//;
const vagueName = /^(utils?|helpers?|common|lib|core|misc)$/;

type ImportLine = { node: ts.Node; specifier: string; typeOnly: boolean };

/** Faults of one file of server/ or client/, as `line fault`. */
export function layerFaults(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const at = (node: ts.Node): string => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const faults = importLines(source).flatMap((line) => {
    const fault = descent(file, line);
    return fault === undefined ? [] : [`${at(line.node)} imports ${line.specifier}: ${fault}`];
  });
  if (file.startsWith('server/')) {
    walk(source, (node) => {
      const fault = outOfPlace(file, node);
      if (fault !== undefined) faults.push(`${at(node)} ${fault}`);
    });
  }
  if (file.split('/').some((part) => vagueName.test(part.replace(/\..*$/, ''))))
    faults.push(`${file} has a name that says nothing`);
  return faults;
}

/** Number of imports of a file: a rule that saw none proves nothing. */
export function importCount(text: string): number {
  return specifiersOf(text).length;
}

/** Faults between the product's tests and the proofs: both stand on the `testing/` rooms, and neither on the other. */
export function proofFaults(file: string, text: string): string[] {
  const isOfProduct = /^(server|client)\//.test(file);
  return specifiersOf(text).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return [];
    const target = posix.join(dirname(file), specifier);
    if (isOfProduct && target.startsWith('scripts/')) return [`${file} imports ${specifier} of the proofs`];
    const isTest = /^(server|client)\/.*\.test\.ts$/.test(target);
    return isTest && !isOfProduct ? [`${file} imports ${specifier}, a test of the product`] : [];
  });
}

/** A scan of the text, which takes a tenth of the time of a parse. */
const specifiersOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function importLines(source: ts.SourceFile): ImportLine[] {
  const found: ImportLine[] = [];
  walk(source, (node) => {
    const [specifier, typeOnly] = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) found.push({ node, specifier: specifier.text, typeOnly });
  });
  return found;
}

function specifierOf(node: ts.Node): [specifier: ts.Node | undefined, typeOnly: boolean] {
  if (ts.isImportDeclaration(node)) return [node.moduleSpecifier, isTypeOnly(node.importClause)];
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly];
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return [node.argument.literal, true];
  const dynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return [dynamic ? node.arguments[0] : undefined, false];
}

/** True if compilation removes the whole statement. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  const named = clause.namedBindings;
  const allTypes =
    !clause.name && named !== undefined && ts.isNamedImports(named) && named.elements.every((e) => e.isTypeOnly);
  return clause.isTypeOnly || allTypes;
}

function roomOf(file: string): string | undefined {
  const [top = '', second] = file.replace(/^server\/(process|testing|acceptance)\//, 'server/').split('/');
  const room = `${top}/${second}`;
  if (top === 'server' && second !== undefined && !second.includes('.')) return layers.has(room) ? room : undefined;
  return layers.has(room) ? room : layers.has(top) ? top : undefined;
}

/** The fault of one import, or undefined. */
function descent(file: string, { specifier, typeOnly }: ImportLine): string | undefined {
  const from = roomOf(file);
  if (from === undefined) return 'lies in a room that the layer table does not name';
  if (!specifier.startsWith('.')) {
    const opens = databasePackage.test(specifier) && from !== 'server/store';
    if (opens) return 'opens the database outside store/';
    return specifier === 'lru-cache' && from !== 'server/memory' ? 'opens a cache outside memory/' : undefined;
  }
  const target = posix.join(dirname(file), specifier);
  const to = roomOf(target);
  if (to === undefined) return `leaves ${from.split('/')[0]}/ and generated/`;
  if (testSupport.test(target)) return testSupport.test(file) ? undefined : 'brings test support into the service';
  if (from === to) return undefined;
  if ((layers.get(from) ?? 0) <= (layers.get(to) ?? 0)) return `does not descend from ${from} to ${to}`;
  if (to === 'client') return 'brings the client into the service';
  if (from === 'server/measures' && to === 'server/store') return 'brings the store into the pure numbers';
  const valueOfDocuments = from === 'server/documents' && !typeOnly;
  if (valueOfDocuments && !['server/measures', 'server/contract', 'server/memory', 'generated'].includes(to)) {
    return 'documents take types from below, and values only from contract/ and measures/';
  }
  return undefined;
}

/** The fault of a node that reads the environment or the wall clock, or contains SQL, outside its room. */
function outOfPlace(file: string, node: ts.Node): string | undefined {
  // Test support may use SQL and start processes.
  if (testSupport.test(file)) return undefined;
  if (!readsTheEnvironment.test(file) && isMember(node, 'process', 'env')) return 'reads the environment';
  if (ts.isCallExpression(node) && isMember(node.expression, 'Date', 'now')) return 'reads the clock';
  const date = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date';
  if (date && !node.arguments?.length) return 'reads the clock';
  if (file.startsWith('server/store/')) return undefined;
  const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? node.getText().slice(1) : '';
  return sqlText.test(text) || isRawQuery(node) ? 'holds SQL' : undefined;
}

function isMember(node: ts.Node, object: string, member: string): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== member) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === object;
}

function isRawQuery(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return node.expression.name.text === 'raw' && /\b(db|knex|trx)$/.test(node.expression.expression.getText());
}
