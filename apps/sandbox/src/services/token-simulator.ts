import * as z from 'zod'
import type { SandboxClock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import { json, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import type { TokenNotice } from './token-notices.ts'
import { tokenServices, type Entity, type TokenBook, type TokenService } from './token-book.ts'

const businessShape = z.looseObject({ legalName: z.string(), tradingName: z.string(), mcc: z.string() })
const entityShape = z.object({
  entityId: z.string().min(1).max(40),
  requestId: z.string().min(1),
  notificationUrl: z.string(),
  business: businessShape,
})
const tokenShape = z.object({
  entityId: z.string(),
  pan: z.string().regex(/^\d{13,19}$/),
  expiry: z.string(),
})

type Business = z.infer<typeof businessShape>
type Finding = Pick<Entity, 'status' | 'reasonCode' | 'field' | 'message'>

export interface TokenSimulatorDeps {
  readonly book: TokenBook
  readonly clock: SandboxClock
  readonly delays: () => Delays
  readonly tell: (notice: TokenNotice) => void
}

/** What a network objects to at once, told by the names of the merchant. */
function objection(
  book: TokenBook,
  service: TokenService,
  entityId: string,
  business: Business,
): Finding | undefined {
  const { legalName, mcc } = business
  const isTaken =
    service === 'visa-vts' &&
    book
      .entities()
      .some(
        (each) =>
          each.service === service &&
          each.entityId !== entityId &&
          each.status !== 'ACTION_REQUIRED' &&
          each.legalName.toLowerCase() === legalName.toLowerCase(),
      )
  if (isTaken || /\bduplicate\b/i.test(legalName))
    return {
      status: 'ACTION_REQUIRED',
      reasonCode: 'DUPLICATE_NAME',
      field: 'legalName',
      message: 'A merchant with this legal name exists',
    }
  if (mcc === '9999')
    return {
      status: 'ACTION_REQUIRED',
      reasonCode: 'INVALID_FIELD',
      field: 'mcc',
      message: 'This category is not supported',
    }
  return /\brejected\b/i.test(legalName)
    ? { status: 'REJECTED', reasonCode: 'NOT_ELIGIBLE', message: 'The merchant is not eligible' }
    : undefined
}

export const approval = (entityId: string): Finding & Pick<Entity, 'trid'> => ({
  status: 'APPROVED',
  trid: String(
    Number.parseInt(entityId.replaceAll(/[^0-9a-f]/g, '').slice(-8) || '0', 16) + 40_000_000_000,
  ).slice(0, 11),
  message: 'Approved',
})

const report = ({ status, requestId, trid, reasonCode, field, message }: Entity): Reply =>
  json(status === 'PENDING' ? 202 : status === 'ACTION_REQUIRED' ? 422 : 200, {
    status,
    requestId,
    ...(trid && { trid, paymentAppId: `app-${trid}`, relationshipId: `rel-${trid}` }),
    ...(reasonCode && { reasonCode }),
    ...(field && { field }),
    ...(message && { message }),
  })

/** Visa answers at once, Mastercard later by itself, American Express when somebody decides. */
async function onboard(
  deps: TokenSimulatorDeps,
  service: TokenService,
  request: SandboxRequest,
): Promise<Reply> {
  const { book, clock, delays, tell } = deps
  const { entityId, requestId, notificationUrl, business } = entityShape.parse(JSON.parse(request.body))
  const known = book.entity(service, entityId)
  // What was asked before is answered with what became of it, unless it is corrected data.
  if (known && (known.requestId === requestId || known.status !== 'ACTION_REQUIRED')) return report(known)
  if (/\bbusy\b/i.test(business.tradingName) && !known)
    return json(429, { reasonCode: 'RATE_LIMIT', message: 'Too many requests. Try again later' })
  const found = objection(book, service, entityId, business)
  const ordinary: Finding & Pick<Entity, 'trid'> =
    service === 'visa-vts' ? approval(entityId) : { status: 'PENDING', message: 'Received' }
  const entity: Entity = {
    service,
    entityId,
    requestId,
    legalName: business.legalName,
    notificationUrl,
    looked: (known?.looked ?? 0) + 1,
    ...(found && service !== 'mastercard-mdes' ? found : ordinary),
  }
  await book.keepEntity(entity)
  if (service === 'mastercard-mdes')
    clock.after(delays().callback, () => {
      const decided = { ...entity, ...(found ?? approval(entityId)) }
      void book.keepEntity(decided).then(() => tell({ about: 'entity', entity: decided }))
    })
  return report(entity)
}

const problem = (status: number, reasonCode: string, message: string): Reply =>
  json(status, { reasonCode, message })

/** Cards whose tokens cannot be had. */
const withoutToken = new Set(['4000000000000101', '5105105105105100'])

async function provision(
  { book }: TokenSimulatorDeps,
  service: TokenService,
  request: SandboxRequest,
): Promise<Reply> {
  const { entityId, pan, expiry } = tokenShape.parse(JSON.parse(request.body))
  if (book.entity(service, entityId)?.status !== 'APPROVED')
    return problem(403, 'NOT_APPROVED', 'The merchant is not approved')
  if (withoutToken.has(pan)) return problem(422, 'NOT_ELIGIBLE', 'The issuer does not allow a token')
  const key = request.headers['idempotency-key'] ?? ''
  const { token, number } = await book.provision({ service, entityId, key }, { pan, expiry })
  return json(200, { tokenRef: token.tokenRef, token: number, expiry: token.expiry })
}

async function cryptogram(
  { book }: TokenSimulatorDeps,
  service: TokenService,
  request: SandboxRequest,
): Promise<Reply> {
  const token = book.token(service, request.param('ref'))
  if (!token) return problem(404, 'UNKNOWN_TOKEN', 'No such token')
  if (token.state !== 'ACTIVE') return problem(409, 'NOT_ACTIVE', `The token is ${token.state.toLowerCase()}`)
  return json(200, {
    cryptogram: await book.cryptogram(token, request.headers['idempotency-key'] ?? ''),
    eci: '05',
  })
}

async function remove(
  { book }: TokenSimulatorDeps,
  service: TokenService,
  request: SandboxRequest,
): Promise<Reply> {
  const token = book.token(service, request.param('ref'))
  if (!token) return problem(404, 'UNKNOWN_TOKEN', 'No such token')
  await book.keepToken({ ...token, state: 'DELETED' })
  return json(200, { tokenRef: token.tokenRef, state: 'DELETED' })
}

/** Three card networks that give tokens in the place of card numbers. */
export const tokenRoutes = (deps: TokenSimulatorDeps): readonly Route[] =>
  tokenServices.flatMap((service): Route[] => [
    { method: 'POST', path: `/${service}/entities`, run: (request) => onboard(deps, service, request) },
    {
      method: 'GET',
      path: `/${service}/entities/{id}`,
      run: ({ param }) => {
        const entity = deps.book.entity(service, param('id'))
        return entity ? report(entity) : problem(404, 'UNKNOWN_ENTITY', 'No such merchant')
      },
    },
    { method: 'POST', path: `/${service}/tokens`, run: (request) => provision(deps, service, request) },
    {
      method: 'POST',
      path: `/${service}/tokens/{ref}/cryptograms`,
      run: (request) => cryptogram(deps, service, request),
    },
    {
      method: 'POST',
      path: `/${service}/tokens/{ref}/delete`,
      run: (request) => remove(deps, service, request),
    },
  ])
