/** Where the page of a live ticker is. */
export const openLive = (ticker: string): string => `/brief/${encodeURIComponent(ticker)}`;
