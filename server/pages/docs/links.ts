/** Where programs find what they need, said in the Link header of the front pages (RFC 8288, RFC 8631). */

const discovery = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="llms-txt"; type="text/plain"',
].join(', ');

/** Of the front page of the service. */
export const discoveryLinks: string = discovery;

/** Of a page of the documentation, which has itself as Markdown beside it. */
export function docsLinks(path: string): string {
  return path.startsWith('/') ? `${discovery}, <${path}.md>; rel="alternate"; type="text/markdown"` : discovery;
}
