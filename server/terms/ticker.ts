// Canonical spelling of a ticker.

/**
 * Upper case for a to z only: BRK.B, BRK-B and BRK/B stay different, and so do letters that Unicode would fold
 * together.
 */
export function foldTicker(ticker: string): string {
  return ticker.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}
