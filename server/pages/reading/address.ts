/** Addresses of a brief's page: a ticker or an entity id, and the collection if it must be named. */

export type OpenBrief = (name: string) => string;

export const openLive: OpenBrief = (name) => `/brief/${encodeURIComponent(name)}`;

/** Once live research is released, an address without a mode is that of a live brief. */
export const openPreview =
  (isLive: boolean): OpenBrief =>
  (name) =>
    isLive ? `${openLive(name)}?mode=preview` : openLive(name);
