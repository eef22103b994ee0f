import type { TokenKeys } from './access-token.ts'
import type { FastifyRequest } from 'fastify'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import type { ProofDeps } from './client-proof.ts'
import type { OAuthParameters } from './oauth-parameters.ts'

export interface OAuthDeps extends ProofDeps {
  readonly kit: KitDeps
  readonly tokenKeys: TokenKeys
  readonly issuer: string
}

/** What an endpoint answers, or throws an `OAuthRefusal`. */
export type OAuthAnswer = (
  deps: OAuthDeps,
  request: FastifyRequest,
  parameters: OAuthParameters,
) => Promise<object | undefined>
