// Numbers and codes as words, the same for command line, pages and chats.

/** A change in percent with its sign, rounded; the document has every digit. */
export function percentText(value: number, minus: '-' | '−', decimals = 2): string {
  const written = Math.abs(value).toFixed(decimals);
  const sign = Number(written) === 0 ? '' : value < 0 ? minus : '+';
  return `${sign}${written} %`;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
}

/** `self_reported_position` as `self reported position`. */
export function words(code: string): string {
  return code.replaceAll('_', ' ');
}

export function capital(code: string): string {
  const spoken = words(code);
  return `${spoken.charAt(0).toUpperCase()}${spoken.slice(1)}`;
}
