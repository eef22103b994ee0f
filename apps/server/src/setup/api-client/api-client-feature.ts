import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { tokenKeysOf } from './access-token.ts'
import { apiClientDeps } from './deps.ts'
import { ClientGate } from './read-model.ts'
import { handlers } from './routes.ts'

export interface ApiClientFeature extends Feature {
  /** Where the public API asks who is calling. */
  readonly gate: ClientGate
}

export function apiClientFeature(
  config: Pick<Config, 'masterKey' | 'environment' | 'outboundAllow'>,
  { db, now, newId, log }: KitDeps,
): ApiClientFeature {
  const gate = new ClientGate({
    db,
    now,
    newId,
    tokenKeys: tokenKeysOf(config.masterKey),
    onError: (error) => log.error({ err: error }, 'the use of API clients was not written down'),
  })
  return {
    name: 'api-client',
    handlers: handlers(apiClientDeps(config)),
    gate,
    stop: () => gate.stop(),
  }
}
