// Support for tests: the names of the tests that a file holds, as they stand in its source.
import ts from 'typescript';

/** The function that a call begins with: `it` of `it.each(cases)('…')`. */
function calledName(call: ts.CallExpression): string {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) ? callee.text : '';
}

/** Of tests alone; a group of tests shows nothing by itself. */
export function testNames(text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ['it', 'test'].includes(calledName(node))) {
      const [name] = node.arguments;
      if (name !== undefined && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
        names.push(ts.isStringLiteralLike(name) ? name.text : name.getText().slice(1, -1));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.ES2022, true));
  return names;
}
