/** Metadata for clients, by RFC 8414 and RFC 9728. */
import type { AuthorizationServerMetadata, ProtectedResourceMetadata } from '../../generated/api.ts';
import { OAUTH_SCOPE, authorizePath, resourceOf } from '../access/chats/authorization-request.ts';

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** Clients compare the issuer exactly with the one that they know. */
export function authorizationServerMetadata(baseUrl: string): AuthorizationServerMetadata {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${authorizePath}`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [OAUTH_SCOPE],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs`,
  };
}

export function protectedResourceMetadata(baseUrl: string): ProtectedResourceMetadata {
  return {
    resource: resourceOf(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: [OAUTH_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Research Intelligence',
    resource_documentation: `${baseUrl}/connect`,
  };
}
