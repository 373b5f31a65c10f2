/** Discovery links for programs, in the Link header of front pages (RFC 8288, RFC 8631). */

const discovery = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="llms-txt"; type="text/plain"',
].join(', ');

/** Links of the front page of the service. */
export const discoveryLinks: string = discovery;

/** Links of a documentation page, which also exists as Markdown. */
export function docsLinks(path: string): string {
  return path.startsWith('/') ? `${discovery}, <${path}.md>; rel="alternate"; type="text/markdown"` : discovery;
}
