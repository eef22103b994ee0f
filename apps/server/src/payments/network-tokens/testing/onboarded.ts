import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { sandboxTokenKey } from '../../connectors/sandbox-accounts.ts'
import type { Answer, Client } from '../../../kit/testing/kit-app.ts'
import { runPaymentJobs } from '../../testing/run-payment-jobs.ts'
import type { PaymentPlatform } from '../../testing/payment-platform.ts'

export const tokenMerchant = 100010001
export const at = `merchantId=${tokenMerchant}`

export const business = {
  legalName: 'Northlight Sweden AB',
  tradingName: 'Northlight',
  country: 'SWE',
  city: 'Stockholm',
  address: 'Sveavägen 1',
  websiteUrl: 'https://northlight.example/se',
  mcc: '7995',
  businessIdType: 'COMPANY_NUMBER',
  businessIdValue: '556000-0000',
  acquirerIds: ['455555'],
  debitCreditIndicator: 'BOTH',
  contactEmail: 'cards@northlight.example',
  phone: '+46812345678',
  language: 'sv',
}

export interface Onboarding {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly entityId: string
  readonly requestId: string | null
  readonly trid: string | null
  readonly problemField: string | null
  readonly networkResult: { readonly result: string; readonly reasonCode: string | null } | null
  readonly testResult: { readonly ok: boolean; readonly steps: readonly { readonly step: string }[] } | null
  readonly rollout: readonly { readonly psp: string; readonly percent: number }[]
}

export type Network = 'VISA_VTS' | 'MASTERCARD_MDES' | 'AMEX'

const good = (answer: Answer): Onboarding => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Onboarding
}

/** What the onboarding team does, over the real calls. */
export function onboardingTeam(platform: PaymentPlatform, client: Client) {
  const get = async (id: string): Promise<Onboarding> => good(await client.get(`/scheme-token/${id}?${at}`))
  const operate = async (id: string, name: string, body: object = {}): Promise<Answer> =>
    client.post(`/scheme-token/${id}/${name}?${at}`, { version: (await get(id)).version, ...body })
  const create = async (network: Network, changes: object = {}): Promise<Onboarding> =>
    good(
      await client.post(`/scheme-token?${at}`, { merchant: tokenMerchant, network, ...business, ...changes }),
    )
  const submitted = async (network: Network, changes: object = {}): Promise<Onboarding> => {
    const { id } = await create(network, changes)
    good(await operate(id, 'validate'))
    good(await operate(id, 'submit'))
    await runPaymentJobs(platform)
    return get(id)
  }
  /** All the way, for this share of accounts. */
  const enabled = async (network: Network, percent = '100'): Promise<Onboarding> => {
    const { id } = await submitted(network)
    good(await operate(id, 'test'))
    await runPaymentJobs(platform)
    good(await operate(id, 'enable', { psps: ['acmecards'], percent }))
    return get(id)
  }
  return { get, operate, create, submitted, enabled, good }
}

/** What a network would send, signed as it signs. */
export function tellPlatform(
  platform: PaymentPlatform,
  service: string,
  message: object,
  { key = sandboxTokenKey, at: moment = Date.now() }: { readonly key?: string; readonly at?: number } = {},
) {
  const payload = JSON.stringify(message)
  const timestamp = String(Math.floor(moment / 1_000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${payload}`).digest('hex')
  return platform.app.inject({
    method: 'POST',
    url: `/signalbox/scheme/${service}/notifications`,
    headers: {
      'content-type': 'application/json',
      'x-network-timestamp': timestamp,
      'x-network-signature': `sha256=${signature}`,
    },
    payload,
  })
}

interface NetworkBook {
  readonly entities: readonly {
    readonly service: string
    readonly entityId: string
    readonly looked: number
    readonly status: string
  }[]
  readonly tokens: readonly { readonly tokenRef: string; readonly entityId: string; readonly state: string }[]
}

/** What the simulated networks have in their own book. */
export const networkBook = async ({ sandboxUrl }: PaymentPlatform): Promise<NetworkBook> =>
  (await (await fetch(`${sandboxUrl}/sandbox/token-networks`)).json()) as NetworkBook

export const atNetwork = async (
  { sandboxUrl }: PaymentPlatform,
  path: string,
  body: object,
): Promise<number> => {
  const answer = await fetch(`${sandboxUrl}/sandbox/token-networks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.status
}
