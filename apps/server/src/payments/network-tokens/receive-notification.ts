import * as z from 'zod/mini'
import { networkNamed, type TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import { systemActor } from '../../kit/audit.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { schemeToken } from '@signalbox/model/entities/scheme-token'
import { changeOnboarding } from '../../setup/scheme-token/change-onboarding.ts'
import { entityNamed, type OnboardedEntity } from '../../setup/scheme-token/read-model.ts'
import type { RawCallback } from '../connectors/connector.ts'
import { headerOf, hmacHex, sameSignature } from '../connectors/signature.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { changeToken, type TokenEvent } from '../vault/network-token-store.ts'
import { networkAccount, notificationKey } from './network-account.ts'
import { changesBy, type NetworkVerdict } from './network-answer.ts'
import { insertNotification, markApplied } from './notification-store.ts'

const word = z.string().check(z.maxLength(64))
const longText = z.string().check(z.maxLength(300))

const shape = z.object({
  eventId: word,
  event: z.enum(['ENTITY', 'SUSPENDED', 'RESUMED', 'DELETED', 'CARD_REPLACED']),
  entityId: word,
  requestId: z.optional(word),
  status: z.optional(z.enum(['APPROVED', 'PENDING', 'REJECTED', 'ACTION_REQUIRED'])),
  trid: z.optional(z.string().check(z.regex(/^\d{11}$/))),
  paymentAppId: z.optional(word),
  relationshipId: z.optional(word),
  reasonCode: z.optional(word),
  field: z.optional(word),
  message: z.optional(longText),
  tokenRef: z.optional(word),
  expiry: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
})
type Message = z.infer<typeof shape>

function read(body: string): Message | undefined {
  try {
    return shape.parse(JSON.parse(body))
  } catch {
    return undefined
  }
}

function verdictOf(message: Message): NetworkVerdict {
  const { status, trid = null, paymentAppId = null, relationshipId = null, field = null } = message
  const text = message.message ?? ''
  const reasonCode = message.reasonCode ?? 'UNKNOWN'
  switch (status) {
    case 'APPROVED':
      return { kind: 'approved', trid, paymentAppId, relationshipId, message: text }
    case 'REJECTED':
      return { kind: 'rejected', reasonCode, message: text }
    case 'ACTION_REQUIRED':
      return { kind: 'actionRequired', reasonCode, message: text, field }
    default:
      return { kind: 'pending', message: text }
  }
}

/** How old a signed message may be: one that was caught on its way is not played again later. */
const freshMs = 5 * 60_000

function isGenuine(raw: RawCallback, key: string, now: Date): boolean {
  const timestamp = headerOf(raw, 'x-network-timestamp')
  const ageMs = Math.abs(now.getTime() - Number(timestamp) * 1_000)
  const expected = `sha256=${hmacHex(key, `${timestamp}.${raw.body}`)}`
  return ageMs <= freshMs && sameSignature(headerOf(raw, 'x-network-signature'), expected)
}

const words: Readonly<Record<TokenEvent, string>> = {
  SUSPENDED: 'The network suspended a token',
  RESUMED: 'The network resumed a token',
  DELETED: 'The network deleted a token',
  CARD_REPLACED: 'The card behind a token was replaced',
}

/** False while nobody knows the token: what comes before the answer that names it waits for that answer. */
async function applyToToken(
  unit: UnitOfWork,
  { merchantId, id, network }: OnboardedEntity,
  { event, tokenRef = '', expiry }: Message,
): Promise<boolean> {
  const what = event as TokenEvent
  unit.audit({
    merchantId,
    entityType: schemeToken.slug,
    entityId: id,
    entityLabel: words[what],
    action: `TOKEN_${what}`,
    after: { reference: tokenRef, ...(expiry && { expiry }) },
  })
  return changeToken(unit.tx, { merchantId, network, tokenRef, event: what, expiry }, unit.now)
}

async function apply(unit: UnitOfWork, entity: OnboardedEntity, message: Message): Promise<void> {
  const { merchantId, network } = entity
  const { eventId, event, tokenRef = null, expiry } = message
  const noted = { merchantId, network, eventId, event, tokenRef, at: unit.now }
  if (!(await insertNotification(unit.tx, { ...noted, detail: expiry ? { expiry } : {} }))) return
  if (event !== 'ENTITY') {
    if (await applyToToken(unit, entity, message)) await markApplied(unit.tx, noted)
    return
  }
  const about = { requestId: message.requestId ?? null, at: unit.now }
  await changeOnboarding(unit, entity, (current) => changesBy(current, verdictOf(message), about))
  await markApplied(unit.tx, noted)
}

interface Answer {
  readonly status: 200 | 400 | 401 | 404
  readonly body: string
}

/** What a network tells by itself: decisions about merchants, and what becomes of tokens. */
export async function receiveNotification(
  deps: MachineDeps,
  service: string,
  raw: RawCallback,
): Promise<Answer> {
  const network: TokenNetwork | undefined = networkNamed(service)
  const message = read(raw.body)
  if (!network) return { status: 404, body: '' }
  if (!message) return { status: 400, body: 'unreadable' }
  const { kit } = deps
  const entity = await entityNamed(kit.db, message.entityId)
  // Who forges a message learns nothing from the answer, whether they guessed a name or not.
  const key =
    entity?.network === network
      ? notificationKey(deps, await networkAccount(deps, entity.merchantId, network))
      : undefined
  const realNow = kit.realNow?.() ?? kit.now()
  if (!entity || !key || !isGenuine(raw, key, realNow)) return { status: 401, body: '' }
  await perform(kit, { ...systemActor, name: service }, (unit) => apply(unit, entity, message))
  return { status: 200, body: 'received' }
}
