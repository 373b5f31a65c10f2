/** The path of the base address, which every path of the service begins with where it shares its host with others. */

/** Without a trailing slash; empty where the service has its whole host. */
export function pathPrefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Probes that a platform sends to the process directly, past the proxy. */
const probes: readonly string[] = ['/healthz', '/readyz'];

/** RFC 8414 (3.1) and RFC 9728 (3.1) put the name of the metadata in front of the path of what they are about. */
const metadata = /^(\/\.well-known\/oauth-(?:authorization-server|protected-resource))(\/.*)$/;

/** The target as routes know it, or null for what lies outside of the service. */
export function targetWithin(target: string, prefix: string): string | null {
  const [path = ''] = target.split('?', 1);
  if (probes.includes(path)) return target;
  const [, name, about] = metadata.exec(path) ?? [];
  const query = target.slice(path.length);
  if (name !== undefined && about !== undefined) {
    const rest = withoutPrefix(about, prefix);
    return rest === null ? null : `${name}${rest === '/' ? '' : rest}${query}`;
  }
  const rest = withoutPrefix(path, prefix);
  return rest === null ? null : `${rest}${query}`;
}

function withoutPrefix(path: string, prefix: string): string | null {
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}

/** Address of the metadata about a path of the service (RFC 8414, RFC 9728). */
export function metadataAddress(baseUrl: string, name: string, path = ''): string {
  return `${new URL(baseUrl).origin}/.well-known/${name}${pathPrefixOf(baseUrl)}${path}`;
}

/** An element with its attributes, whose values stand in quotes and hold no angle brackets. */
const element = /<[a-z][^<>]*>/gi;
const ownPath = /(\s(?:href|src|action|formaction)=")\/(?!\/)/gi;

/** Markup whose links, forms and files lead to paths of the service. */
export function markupAt(prefix: string, markup: string): string {
  if (prefix === '') return markup;
  return markup.replaceAll(element, (tag) => tag.replaceAll(ownPath, (_, start: string) => `${start}${prefix}/`));
}

/** The references of a Link header, and the address of a redirect. */
export function linksAt(prefix: string, links: string): string {
  return prefix === '' ? links : links.replaceAll('</', `<${prefix}/`);
}
