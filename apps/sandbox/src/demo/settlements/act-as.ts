import { mayAccess } from '@signalbox/model/access/policy'
import type { Role } from '@signalbox/model/access/roles'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Handler, Work } from '@signalbox/server/kit/handle'
import { merchantsInScope, scopeAt } from '@signalbox/server/kit/scope'
import type { SessionUser } from '@signalbox/server/kit/session-user'
import { perform, type KitDeps } from '@signalbox/server/kit/unit-of-work'
import { demoPerson } from './demo-settlement-store.ts'

interface Request {
  readonly params?: object
  readonly body?: object
}

/** A person of the demo who uses the calls of the console, with their own name in the log. */
export interface DemoActor {
  call<Reply>(key: string, request: Request): Promise<Reply>
}

const notThere = (): never => {
  throw new Error('The demo does not do this')
}

/** What a call sees, without a browser that asked for it. */
function workOf(
  unit: Parameters<Parameters<typeof perform>[2]>[0],
  user: SessionUser,
  place: Pick<Work, 'scope' | 'inScope'>,
  request: Request,
): Work {
  return {
    ...unit,
    ...place,
    user,
    params: request.params ?? {},
    query: {},
    body: request.body ?? {},
    ip: '127.0.0.1',
    require: (permission) => {
      if (!mayAccess(permission, user)) throw new Refusal('FORBIDDEN')
    },
    inOwnTransaction: notThere,
    inRolledBackTransaction: notThere,
    savepoint: notThere,
    // Nothing the demo calls answers with a stream.
    reply: undefined as never,
    request: undefined as never,
    deps: undefined as never,
  }
}

/** Somebody of the demo at a merchant; undefined where they were deleted. */
export async function actAs(
  kit: KitDeps,
  handlers: readonly Handler[],
  username: string,
  merchantId: number,
): Promise<DemoActor | undefined> {
  const person = await demoPerson(kit.db, username)
  if (!person) return undefined
  const user: SessionUser = {
    ...person,
    roles: person.roles as Role[],
    homePath: '',
    merchants: [],
    internalUser: person.homeMerchantId === 1000,
    sessionId: 'demo',
    authenticatedAt: kit.now().toISOString(),
  }
  const inScope = await merchantsInScope(kit.db, user)
  const selected = inScope.find(({ id }) => id === merchantId)
  if (!selected) return undefined
  const place = { scope: scopeAt(selected, inScope), inScope }
  const actor = {
    type: 'USER',
    id: user.id,
    name: user.username,
    ip: null,
    userAgent: null,
    sessionRef: null,
    operationId: null,
  } as const
  return {
    call: async <Reply>(key: string, request: Request) => {
      const handler = handlers.find(({ endpoint }) => endpoint.key === key)
      if (!handler || !mayAccess(handler.endpoint.access, user)) throw new Error(`${username} cannot ${key}`)
      const { value } = await perform(kit, actor, (unit) => handler.run(workOf(unit, user, place, request)))
      return value as Reply
    },
  }
}
