/** Addresses of the pages of briefs and people, with the collection if it must be named. */

export type OpenBrief = (name: string) => string;

export const openLive: OpenBrief = (name) => `/brief/${encodeURIComponent(name)}`;

/** Once live research is released, an address without a mode is that of a live brief. */
export const openPreview =
  (isLive: boolean): OpenBrief =>
  (name) =>
    isLive ? `${openLive(name)}?mode=preview` : openLive(name);

export const personPath = (id: string): string => `/person/${encodeURIComponent(id)}`;

/** A person's page at the cutoff of another document. */
export function openPerson(id: string, { as_of: asOf, mode }: { as_of: string; mode: 'live' | 'preview' }): string {
  return `${personPath(id)}?${new URLSearchParams({ ...(mode === 'preview' && { mode }), as_of: asOf })}`;
}

/** The same address at a cutoff. */
export function atCutoff(address: string, asOf: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ as_of: asOf })}`;
}
