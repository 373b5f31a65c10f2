// Person without a browser: accepts an invitation, sets a password, and decides device requests by the forms of the
// pages.

export type Approver = { approve(userCode: string, workspace: string): Promise<string> };

const password = 'nine herons over the quay';

/** Signs in with the link of an invitation. */
export async function arriveBy(link: string): Promise<Approver> {
  const jar = new Map<string, string>();
  const { origin } = new URL(link);
  const visit = async (address: string, fields?: Record<string, string>): Promise<Response> => {
    const response = await fetch(new URL(address, origin), {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
      },
      ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    return next === null ? response : visit(next);
  };
  await visit(link);
  const account = await visit('/welcome', { password, repeated: password });
  const [, path = ''] = /action="(\/account\/invitations\/[^"]+\/accept)"/.exec(await account.text()) ?? [];
  await visit(path, {});
  return {
    approve: async (userCode, workspace) => {
      const page = await visit('/cli-auth', { code: userCode, decision: 'approve', same: 'yes', workspace });
      return /<h1[^>]*>([^<]*)/.exec(await page.text())?.[1] ?? '';
    },
  };
}
