// A program in a terminal: it asks for a key, polls alone and in time, and reads research with what it gets.
export type Login = {
  acquisitionId: string;
  deviceCode: string;
  userCode: string;
  browserUrl: string;
  interval: number;
};
export type TerminalAnswer = { status: number; body: Readonly<Record<string, unknown>>; headers: Headers };

async function ask(url: string, init: RequestInit = {}): Promise<TerminalAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) as TerminalAnswer['body'], headers: response.headers };
}

export async function askForKey(base: string, deviceName: string, acquisition?: object): Promise<Login> {
  const { status, body } = await ask(`${base}/api/auth/cli/initiate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceName, ...(acquisition !== undefined && { acquisition }) }),
  });
  if (status !== 200) throw new Error(`a login was answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as Login;
}

export function poll(base: string, { deviceCode }: Login): Promise<TerminalAnswer> {
  return ask(`${base}/api/auth/cli/poll`, { headers: { authorization: `Bearer ${deviceCode}` } });
}

const withKey = (key: string): RequestInit => ({ headers: { authorization: `Bearer ${key}` } });

export function statusOf(base: string, key: string): Promise<TerminalAnswer> {
  return ask(`${base}/v1/status`, withKey(key));
}

export function briefOf(base: string, key: string): Promise<TerminalAnswer> {
  return ask(`${base}/v1/brief?ticker=NWTB`, withKey(key));
}
