import { apiScopes } from '@signalbox/model/entities/api-client'
import type { Config } from '../../config.ts'

const wellKnown = '/.well-known/oauth-authorization-server'
const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
const signingAlgorithms = ['RS256', 'ES256']

/** Where the authorization server is. */
export const oauthAddresses = ({ publicUrl, product }: Pick<Config, 'publicUrl' | 'product'>) => ({
  issuer: publicUrl,
  metadataPath: wellKnown,
  base: `/${product}/oauth`,
  endpoint: (name: 'token' | 'introspect' | 'revoke') => `${publicUrl}/${product}/oauth/${name}`,
})

/** RFC 8414: what OAuth libraries read instead of being told each address. */
export function serverMetadata(config: Pick<Config, 'publicUrl' | 'product'>) {
  const { issuer, endpoint } = oauthAddresses(config)
  return {
    issuer,
    token_endpoint: endpoint('token'),
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    introspection_endpoint: endpoint('introspect'),
    introspection_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    revocation_endpoint: endpoint('revoke'),
    revocation_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    scopes_supported: Object.keys(apiScopes),
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    service_documentation: `${config.publicUrl}/${config.product}/api/v1/openapi.json`,
  }
}
