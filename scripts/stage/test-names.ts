// Support for tests: the names of the tests and groups that a file holds, as they stand in its source.
import ts from 'typescript';

export type TestTitle = {
  /** A group of tests shows nothing by itself. */
  isGroup: boolean;
  name: string;
  /** With the names of its groups before it, as the runner has it. */
  whole: string;
};

const [groups, tests] = [['describe'], ['it', 'test']];

/** The function that a call begins with: `it` of `it.each(cases)('…')`. */
function calledName(call: ts.CallExpression): string {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) ? callee.text : '';
}

/** The name that a call gives to a test or a group; null of any other call. */
function nameIn(call: ts.CallExpression): string | null {
  const [name] = call.arguments;
  if (![...groups, ...tests].includes(calledName(call)) || name === undefined) return null;
  if (ts.isStringLiteralLike(name)) return name.text;
  return ts.isTemplateExpression(name) ? name.getText().slice(1, -1) : null;
}

export function testTitles(text: string): TestTitle[] {
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, before: string): void => {
    const name = ts.isCallExpression(node) ? nameIn(node) : null;
    if (name === null) return ts.forEachChild(node, (child) => visit(child, before));
    const whole = `${before}${name}`;
    titles.push({ isGroup: groups.includes(calledName(node as ts.CallExpression)), name, whole });
    ts.forEachChild(node, (child) => visit(child, `${whole} `));
  };
  visit(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.ES2022, true), '');
  return titles;
}

export function testNames(text: string): string[] {
  return testTitles(text).flatMap(({ isGroup, name }) => (isGroup ? [] : [name]));
}
