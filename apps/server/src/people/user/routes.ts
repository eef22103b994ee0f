import { user } from '@signalbox/model/entities/user'
import type { Handler, Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { identityDeps, type IdentityConfig, type IdentityOverrides } from '../identity/read-model.ts'
import { presetHandlers } from './presets.ts'
import { reviewHandlers } from './review.ts'
import { securityHandlers } from './security.ts'
import { userHooks } from './service.ts'
import { toldWithin } from './told-merchants.ts'

const stillThere = Object.keys(user.fields.state.options ?? {}).filter((state) => state !== 'DELETED')
const lists = new Set(['GET /user', 'GET /user/export'])

/** Deleted people are listed when somebody asks for them by that state, and otherwise not. */
function withoutDeleted(handler: Handler): Handler {
  if (!lists.has(handler.endpoint.key)) return handler
  return {
    ...handler,
    run: (work: Work) => {
      const query = work.query as { state?: string }
      return handler.run({ ...work, query: { ...query, state: query.state || stillThere.join(',') } })
    },
  }
}

export function handlers(config: IdentityConfig, kit: KitDeps, overrides: IdentityOverrides = {}): Handler[] {
  const deps = identityDeps(config, kit, overrides)
  const users = new Resource(user, userHooks(deps))
  const people = [
    ...resourceHandlers(users).map(withoutDeleted),
    ...securityHandlers(deps, users),
    ...reviewHandlers(users),
  ]
  return [...people.map(toldWithin), ...presetHandlers()]
}
