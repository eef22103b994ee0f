import { mayAccess } from '@signalbox/model/access/policy'
import type { Role } from '@signalbox/model/access/roles'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Handler, Work } from '@signalbox/server/kit/handle'
import { merchantsInScope, scopeAt } from '@signalbox/server/kit/scope'
import type { SessionUser } from '@signalbox/server/kit/session-user'
import { perform, type KitDeps, type UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { demoPerson } from './settlements/demo-settlement-store.ts'

interface Request {
  readonly params?: object
  readonly body?: object
}

/** A person of the demo who uses the calls of the console, with their own name in the log. */
export interface DemoActor {
  call<Reply>(key: string, request: Request): Promise<Reply>
  /** Does what a call would, by the functions behind it. */
  act<T>(body: (work: Work) => Promise<T>): Promise<T>
}

const notThere = (): never => {
  throw new Error('The demo does not do this')
}

/** What a call sees, without a browser that asked for it. */
function workOf(
  unit: UnitOfWork,
  user: SessionUser,
  place: Pick<Work, 'scope' | 'inScope' | 'deps'>,
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
    // What fails in the demo fails as a whole.
    savepoint: (body) => body(),
    // Nothing the demo calls answers with a stream.
    reply: undefined as never,
    request: undefined as never,
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
  const place = { scope: scopeAt(selected, inScope), inScope, deps: kit }
  const actor = {
    type: 'USER',
    id: user.id,
    name: user.username,
    ip: null,
    userAgent: null,
    sessionRef: null,
    operationId: null,
  } as const
  const act = async <T>(body: (work: Work) => Promise<T>, request: Request = {}): Promise<T> => {
    const { value } = await perform(kit, actor, (unit) => body(workOf(unit, user, place, request)))
    return value
  }
  return {
    act: (body) => act(body),
    call: async <Reply>(key: string, request: Request) => {
      const handler = handlers.find(({ endpoint }) => endpoint.key === key)
      if (!handler || !mayAccess(handler.endpoint.access, user)) throw new Error(`${username} cannot ${key}`)
      return (await act((work) => handler.run(work), request)) as Reply
    },
  }
}
