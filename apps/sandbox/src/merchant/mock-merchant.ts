import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { decimalText, parseMoney, parseSignedMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { sandboxMerchantSecret } from '@signalbox/server/payments/connectors/sandbox-accounts'
import {
  mockMerchantHeader,
  requestedAmountHeader,
} from '@signalbox/server/payments/connectors/sandbox-address'
import { json, text, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { amountTrigger } from '../psp/triggers.ts'
import { mockAttributes, mockUser } from './mock-user.ts'
import type { Wallets } from './wallets.ts'

const base = '/merchant/{merchantId}'

const userShape = z.object({ userId: z.string().min(1) })
const movementShape = z.object({
  userId: z.string().min(1),
  txId: z.string().min(1),
  txAmount: z.string(),
  txAmountCy: z.string(),
  decisionNo: z.number().int().min(1).default(1),
})

type Movement = z.infer<typeof movementShape>

const noticeShape = z.object({ txName: z.string() })

/** What the merchant's configuration says about these answers; what cannot be read says nothing. */
const mockShape = z.object({
  openingBalance: z.record(z.string(), z.string()).default({}),
  userCategory: z.string().optional(),
  kycStatus: z.string().optional(),
  country: z.string().optional(),
  attributes: z.record(z.string(), z.string()).default({}),
  refusedUsers: z.record(z.string(), z.string()).default({}),
  answerAfterMs: z.number().min(0).max(15_000).default(0),
})
type MockSettings = z.infer<typeof mockShape>

function mockSettings(header: string | undefined): MockSettings {
  const document: unknown = header ? JSON.parse(Buffer.from(header, 'base64url').toString()) : {}
  const read = mockShape.safeParse(document)
  return read.success ? read.data : mockShape.parse({})
}

interface MockCall {
  readonly request: SandboxRequest
  readonly merchantId: number
  /** Cents of 999.xx, empty for every other amount. */
  readonly trigger: string
  readonly requested: Money | undefined
  readonly settings: MockSettings
}

const opening = ({ settings }: MockCall, currency: string): bigint | undefined =>
  parseMoney(settings.openingBalance[currency] ?? '', currency)?.minor

const refuse = (errCode: string, errMsg: string) => ({ success: false, errCode, errMsg })
const away = (): Reply => text(503, 'Service unavailable')

interface WalletAct {
  readonly answer: Record<string, unknown>
  readonly balanceChange?: bigint
  readonly reservedChange?: bigint
}

/** A merchant's system with users and wallets that speaks the contract real ones implement. */
export function mockMerchantRoutes(wallets: Wallets, wait: (ms: number) => Promise<void>): readonly Route[] {
  const verify = verifyIn(wallets)
  const { authorize, transfer, cancel, notification } = movementsIn(wallets)
  const route = (action: string, run: (asked: MockCall) => Promise<Reply> | Reply): Route => ({
    method: 'POST',
    path: `${base}/${action}`,
    run: async (request) => {
      if (!signatureIsGood(request)) return text(401, 'Bad signature')
      const asked = askedOf(request)
      await wait(asked.settings.answerAfterMs)
      return asked.trigger === '03' ? away() : run(asked)
    },
  })
  return [
    route('verifyuser', verify),
    route('lookupuser', verify),
    route('authorize', authorize),
    route('transfer', transfer),
    route('cancel', cancel),
    route('notification', notification),
    walletRoute(wallets),
  ]
}

/** Who a user is and what they have. */
function verifyIn(wallets: Wallets): (asked: MockCall) => Reply {
  const describe = (asked: MockCall, userId: string) => {
    const { merchantId, requested, settings } = asked
    const currency = requested?.currency ?? 'EUR'
    const { balance, reserved } = wallets.of(merchantId, userId, currency, opening(asked, currency))
    const { userCategory, kycStatus, country, attributes } = settings
    return {
      success: true,
      userId,
      ...mockUser(merchantId, userId),
      ...(userCategory && { userCat: userCategory }),
      ...(kycStatus && { kycStatus }),
      ...(country && { country }),
      balance: decimalText({ minor: balance - reserved, currency }),
      balanceCy: currency,
      attributes: { ...attributes, ...mockAttributes(userId) },
    }
  }
  return (asked: MockCall): Reply => {
    const { userId } = userShape.parse(JSON.parse(asked.request.body))
    if (asked.trigger === '05') return text(200, '{"success": tru')
    if (asked.trigger === '01') return json(200, refuse('SESSION_INVALID', 'The session has ended'))
    if (userId === 'user_blocked') return json(200, refuse('USER_BLOCKED', 'The user is blocked'))
    const refused = asked.settings.refusedUsers[userId]
    if (refused !== undefined) return json(200, refuse('USER_BLOCKED', refused))
    return json(200, describe(asked, userId))
  }
}

/** What moves on wallets. */
function movementsIn(wallets: Wallets) {
  const tries = new Map<string, number>()
  const { once, decided } = walletActs(wallets)

  const authorize = async (asked: MockCall): Promise<Reply> => {
    if (asked.trigger === '02') return json(200, refuse('REFUSED', 'Not now'))
    if (asked.trigger === '06') return json(200, refuse('GAMING_LIMIT', 'The limit the user set is reached'))
    return once(asked, 'authorize', ({ userId, txId }, amount) => {
      const begun = opening(asked, amount.currency)
      const wallet = wallets.of(asked.merchantId, userId, amount.currency, begun)
      const wanted = amount.minor < 0n ? -amount.minor : 0n
      if (wanted > wallet.balance - wallet.reserved)
        return { answer: refuse('INSUFFICIENT_FUNDS', 'The balance is too low') }
      return {
        answer: { success: true, userId, merchantTxId: `m-${txId}`, authCode: `auth-${txId}` },
        reservedChange: wanted,
      }
    })
  }
  const transfer = async (asked: MockCall): Promise<Reply> => {
    if (asked.trigger === '04') return json(200, refuse('REFUSED', 'The transfer is not accepted'))
    if (asked.trigger === '07') {
      const { txId } = movementShape.parse(JSON.parse(asked.request.body))
      const time = (tries.get(txId) ?? 0) + 1
      tries.set(txId, time)
      if (time < 3) return away()
    }
    return decided(asked, 'transfer', ({ userId, txId }, { minor }) => ({
      answer: { success: true, userId, txId, merchantTxId: `m-${txId}` },
      moved: minor,
    }))
  }
  const cancel = (asked: MockCall): Promise<Reply> =>
    decided(asked, 'cancel', ({ userId, txId }) => ({
      answer: { success: true, userId, merchantTxId: `m-${txId}` },
      moved: 0n,
    }))

  /** A reversal is over before anybody hears of it: it moves the wallet, below zero if it has to. Disputes do not. */
  const notification = (asked: MockCall): Promise<Reply> | Reply => {
    const { txName } = noticeShape.parse(JSON.parse(asked.request.body))
    if (txName !== 'Notification') return json(200, { success: true })
    return once(asked, 'notification', ({ userId, txId }, amount) => ({
      answer: { success: true, userId, merchantTxId: `m-${txId}` },
      balanceChange: amount.minor,
    }))
  }

  return { authorize, transfer, cancel, notification }
}

/** How a movement is written down, however often and in whatever order it is told. */
function walletActs(wallets: Wallets) {
  /** The same payment, action and decision again get the same answer and change nothing. */
  const once = async (
    { request, merchantId }: MockCall,
    action: string,
    act: (movement: Movement, amount: Money) => WalletAct,
  ): Promise<Reply> => {
    const movement = movementShape.parse(JSON.parse(request.body))
    const { txId, decisionNo } = movement
    const before = wallets.answered({ merchantId, txId, action, decisionNo })
    if (before) return json(200, before)
    const amount = parseSignedMoney(movement.txAmount, movement.txAmountCy)
    if (!amount) return json(200, refuse('INVALID_AMOUNT', 'The amount is not valid'))
    const { answer, ...change } = act(movement, amount)
    await wallets.record({
      merchantId,
      txId,
      action,
      decisionNo,
      userId: movement.userId,
      currency: amount.currency,
      answer,
      ...change,
    })
    return json(200, answer)
  }

  /** The last decision about a payment counts, whatever came before it; one that was overtaken changes nothing. */
  const decided = (
    asked: MockCall,
    action: 'transfer' | 'cancel',
    decide: (movement: Movement, amount: Money) => { answer: WalletAct['answer']; moved: bigint },
  ): Promise<Reply> =>
    once(asked, action, (movement, amount) => {
      const { answer, moved } = decide(movement, amount)
      const before = wallets.decided(asked.merchantId, movement.txId)
      if (movement.decisionNo <= before.no) return { answer }
      return {
        answer,
        balanceChange: moved - before.moved,
        reservedChange: -wallets.reservedFor(asked.merchantId, movement.txId),
      }
    })

  return { once, decided }
}

const walletRoute = (wallets: Wallets): Route => ({
  method: 'GET',
  path: `${base}/wallets/{userId}/{currency}`,
  run: ({ param }) => {
    const currency = param('currency')
    const wallet = wallets.of(Number(param('merchantId')), param('userId'), currency)
    return json(200, {
      balance: decimalText({ minor: wallet.balance, currency }),
      reserved: decimalText({ minor: wallet.reserved, currency }),
      currency,
    })
  },
})

function askedOf(request: SandboxRequest): MockCall {
  const [amount = '', currency = ''] = (request.headers[requestedAmountHeader] ?? '').split(' ')
  const requested = parseMoney(amount, currency)
  const found = requested && amountTrigger(requested)
  return {
    request,
    merchantId: Number(request.param('merchantId')),
    trigger: found?.family === '999' ? found.case : '',
    requested,
    settings: mockSettings(request.headers[mockMerchantHeader]),
  }
}

/** Merchants may leave signing out; who signs must sign properly. */
function signatureIsGood({ headers, body }: SandboxRequest): boolean {
  const given = headers['x-signature']
  if (!given) return true
  const [, time = ''] = /^t=(\d+),v1=[0-9a-f]+$/.exec(given) ?? []
  const proof = createHmac('sha256', sandboxMerchantSecret).update(`${time}.${body}`).digest('hex')
  return given === `t=${time},v1=${proof}`
}
