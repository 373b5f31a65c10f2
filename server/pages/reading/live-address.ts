/** Address of the page of a live ticker. */
export const openLive = (ticker: string): string => `/brief/${encodeURIComponent(ticker)}`;
