// Which links may be loaded: http and https, without a user in them.

export function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}<>"\\^`{|}]/u.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
