import * as z from 'zod'
import { json, type Reply, type Route } from '../http-server.ts'
import type { TokenNotice } from './token-notices.ts'
import type { Entity, TokenBook } from './token-book.ts'
import { approval } from './token-simulator.ts'

const decisionShape = z.object({
  decision: z.enum(['APPROVE', 'REJECT', 'ACTION_REQUIRED']),
  field: z.string().optional(),
  message: z.string().max(200).optional(),
})
const eventShape = z.object({
  event: z.enum(['SUSPENDED', 'RESUMED', 'DELETED', 'CARD_REPLACED']),
  expiry: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
})

interface TokenAdminDeps {
  readonly book: TokenBook
  readonly tell: (notice: TokenNotice) => void
}

const missing = (): Reply => json(404, { message: 'No such entry' })

function decided(entity: Entity, { decision, field, message }: z.infer<typeof decisionShape>): Entity {
  const { reasonCode: _code, field: _field, message: _message, ...kept } = entity
  if (decision === 'APPROVE') return { ...kept, ...approval(entity.entityId) }
  return decision === 'REJECT'
    ? {
        ...kept,
        status: 'REJECTED',
        reasonCode: 'NOT_ELIGIBLE',
        message: message ?? 'Rejected by an operator',
      }
    : {
        ...kept,
        status: 'ACTION_REQUIRED',
        reasonCode: 'INVALID_FIELD',
        message: message ?? 'Correct this field',
        ...(field && { field }),
      }
}

const tokenStates = {
  SUSPENDED: 'SUSPENDED',
  RESUMED: 'ACTIVE',
  DELETED: 'DELETED',
  CARD_REPLACED: 'ACTIVE',
} as const

/** What people at the networks do: decide about merchants, and change what becomes of tokens. */
export const tokenAdminRoutes = ({ book, tell }: TokenAdminDeps): readonly Route[] => [
  {
    method: 'GET',
    path: '/sandbox/token-networks',
    run: () =>
      json(200, {
        entities: book.entities(),
        tokens: book.tokens().map(({ service, tokenRef, entityId, expiry, state }) => ({
          service,
          tokenRef,
          entityId,
          expiry,
          state,
        })),
      }),
  },
  {
    method: 'POST',
    path: '/sandbox/token-networks/entities/{id}/decide',
    run: async ({ param, body }) => {
      const found = book.entities().find(({ entityId }) => entityId === param('id'))
      if (!found) return missing()
      if (found.status !== 'PENDING') return json(409, { message: 'It is decided already' })
      const entity = decided(found, decisionShape.parse(JSON.parse(body)))
      await book.keepEntity(entity)
      tell({ about: 'entity', entity })
      return json(200, entity)
    },
  },
  {
    method: 'POST',
    path: '/sandbox/token-networks/tokens/{ref}/event',
    run: async ({ param, body }) => {
      const found = book.tokens().find(({ tokenRef }) => tokenRef === param('ref'))
      const entity = found && book.entity(found.service, found.entityId)
      if (!found || !entity) return missing()
      const { event, expiry } = eventShape.parse(JSON.parse(body))
      const token = { ...found, state: tokenStates[event], ...(expiry && { expiry }) }
      await book.keepToken(token)
      tell({ about: 'token', token, event, notificationUrl: entity.notificationUrl })
      return json(200, { tokenRef: token.tokenRef, state: token.state })
    },
  },
]
