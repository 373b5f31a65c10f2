/** Routes of the authorization server for programs: tokens, revocation, and metadata. The consent page is in pages/. */
import type { Application, RequestHandler } from 'express';
import { authorizePath } from '../access/chats/authorization-request.ts';
import type { OAuthContext } from './context.ts';
import { type Endpoint, mountEndpoint, openToPages } from './endpoint.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts';
import { type Refuse, pacedByAddress } from './pace.ts';
import { mountRegistration } from './register.ts';
import { revoke } from './revoke.ts';
import { exchangeToken } from './token.ts';

/** `refusePage` answers a browser that comes too often. */
export function mountOAuth(app: Application, context: OAuthContext, refusePage: Refuse): void {
  const server = authorizationServerMetadata(context.baseUrl);
  const resource = protectedResourceMetadata(context.baseUrl);
  const document = (operation: Endpoint['operation'], path: string, body: object): Endpoint => ({
    operation,
    path,
    method: 'GET',
    answer: () => ({ body, caching: 'public' }),
  });
  const endpoints: readonly Endpoint[] = [
    {
      operation: 'exchangeToken',
      path: '/oauth/token',
      method: 'POST',
      answer: (asked) => exchangeToken(context, asked),
    },
    { operation: 'revokeToken', path: '/oauth/revoke', method: 'POST', answer: (asked) => revoke(context, asked) },
    document('getAuthorizationServerMetadata', '/.well-known/oauth-authorization-server', server),
    document('getProtectedResourceMetadata', '/.well-known/oauth-protected-resource', resource),
    document('getMcpProtectedResourceMetadata', '/.well-known/oauth-protected-resource/mcp', resource),
  ];
  // Only what is served: another method is refused as such, however often it comes.
  const pace = pacedByAddress(context);
  const open: RequestHandler = (_request, response, next) => {
    openToPages(response);
    next();
  };
  for (const { path, method } of endpoints) if (method === 'GET') app.get(path, open, pace);
  const pacePage = pacedByAddress(context, refusePage);
  app.get(authorizePath, pacePage).post(authorizePath, pacePage);
  for (const endpoint of endpoints) mountEndpoint(app, context, endpoint);
  mountRegistration(app, context);
}
