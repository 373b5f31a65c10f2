// Shim for Node 20: the conformance suite imports globSync from 'fs', for a command that is not run here.
import fs from 'node:fs';
import { register } from 'node:module';

if (fs.globSync === undefined) {
  const stand = `export * from 'node:fs'; export { default } from 'node:fs';
    export const globSync = () => { throw new Error('this Node has no globSync') };`;
  const address = `data:text/javascript,${encodeURIComponent(stand)}`;
  const hook = `export async function resolve(specifier, context, next) {
    return specifier === 'fs' && context.parentURL?.includes('/conformance/')
      ? { url: ${JSON.stringify(address)}, shortCircuit: true } : next(specifier, context);
  }`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
