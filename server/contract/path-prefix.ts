/** Path prefix of the base address, for a service that shares its host with others. */

/** Without a trailing slash; empty if the service has the whole host. */
export function pathPrefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Probes that a platform sends to the process directly, past the proxy. */
const probes: readonly string[] = ['/healthz', '/readyz'];

/** RFC 8414 (3.1) and RFC 9728 (3.1) put the metadata's name before the path of its subject. */
const metadata = /^(\/\.well-known\/oauth-(?:authorization-server|protected-resource))(\/.*)$/;

/** The target as routes know it, or null outside the service. */
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

/** An element with its attributes; their values are quoted and contain no angle brackets. */
const element = /<[a-z][^<>]*>/gi;
const ownPath = /(\s(?:href|src|action|formaction)=")\/(?!\/)/gi;

/** Adds the prefix to links, forms and files of the markup that lead to paths of the service. */
export function markupAt(prefix: string, markup: string): string {
  if (prefix === '') return markup;
  return markup.replaceAll(element, (tag) => tag.replaceAll(ownPath, (_, start: string) => `${start}${prefix}/`));
}

/** Adds the prefix to the references of a Link header, and to the address of a redirect. */
export function linksAt(prefix: string, links: string): string {
  return prefix === '' ? links : links.replaceAll('</', `<${prefix}/`);
}
