import { setTimeout as pause } from 'node:timers/promises'
import type { OnboardingState } from '@signalbox/model/scheme-tokens/onboarding-state'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import { perform } from '@signalbox/server/kit/unit-of-work'
import { systemActor } from '@signalbox/server/kit/audit'
import { takesNetworkTokens } from '@signalbox/server/payments/connectors/index'
import type { Machine } from '@signalbox/server/payments/core/flow/machine'
import { registerPayment } from '@signalbox/server/payments/core/flow/register-payment'
import { handlers } from '@signalbox/server/setup/scheme-token/routes'
import { actAs, type DemoActor } from '../act-as.ts'
import { onboardingAt, type DemoOnboarding } from './demo-onboarding-store.ts'

const finland = 100010002
const aurora = 100010003

/** Networks answer by jobs, which a busy start may keep waiting. */
const mostTries = 300
const pauseMs = 200

interface Begun {
  readonly machine: Machine
  readonly signal: AbortSignal
}

/** The onboarding as soon as it is in a state; undefined where that does not come, or the server stops. */
async function becomes(
  { machine, signal }: Begun,
  place: readonly [merchantId: number, network: TokenNetwork],
  state: OnboardingState,
): Promise<DemoOnboarding | undefined> {
  for (let tries = 0; tries < mostTries && !signal.aborted; tries++) {
    const found = await onboardingAt(machine.deps.kit.db, ...place)
    if (found?.state === state) return found
    await pause(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}

const step = (actor: DemoActor, name: string, { id, version }: DemoOnboarding, body: object = {}) =>
  actor.call(`POST /scheme-token/{id}/${name}`, { params: { id }, body: { version, ...body } })

/** Cards of one issuer, so that those with a token can be held against those without. */
const cards = [
  '4111110000001011',
  '4111110000001029',
  '4111110000001037',
  '4111110000001045',
  '4111110000001052',
  '4111110000001060',
  '4111110000001078',
  '4111110000001086',
  '4111110000001094',
  '4111110000001102',
  '4111110000001110',
  '4111110000001128',
]

function pay(machine: Machine, pan: string, no: number): Promise<unknown> {
  const { deps } = machine
  return perform(deps.kit, systemActor, async (unit) => {
    const request = {
      merchantId: finland,
      userId: `user_${20 + no}`,
      sessionId: `demo-token-${no}`,
      txType: 'CreditcardDeposit',
      amount: { minor: BigInt(1_000 + 500 * no), currency: 'EUR' },
      card: { pan, expiry: '2030-12', cvv: '123', holder: 'Demo Shopper' },
      ip: '192.0.2.20',
    }
    const registration = {
      request,
      apiSource: 'FRONT_API',
      apiClientId: null,
      initiatedBy: 'demo-client-2',
    } as const
    const transaction = await registerPayment(deps, unit, registration)
    await machine.begin(unit, transaction, 'register', { actor: 'demo-client-2', later: true })
  })
}

/** Visa answers at once: half of the accounts of a merchant pay by token from today on, and the first of them do. */
async function enableVisa(begun: Begun): Promise<void> {
  const admin = await actAs(
    begun.machine.deps.kit,
    handlers({ takesTokens: takesNetworkTokens }),
    'admin',
    finland,
  )
  const place = [finland, 'VISA_VTS'] as const
  const first = await onboardingAt(begun.machine.deps.kit.db, ...place)
  if (!admin || first?.state !== 'VALIDATED') return
  await step(admin, 'submit', first)
  const approved = await becomes(begun, place, 'APPROVED')
  if (approved) await step(admin, 'test', approved)
  const tested = approved && (await becomes(begun, place, 'TEST_TOKEN_OK'))
  if (!tested) return
  await step(admin, 'enable', tested, { psps: ['acmecards'], percent: '50' })
  for (const [no, pan] of cards.entries()) if (!begun.signal.aborted) await pay(begun.machine, pan, no)
}

/** American Express decides when somebody does, in the sandbox. */
async function applyAtAmex({ machine: { deps } }: Begun): Promise<void> {
  const admin = await actAs(deps.kit, handlers({ takesTokens: takesNetworkTokens }), 'admin', aurora)
  const found = await onboardingAt(deps.kit.db, aurora, 'AMEX')
  if (admin && found?.state === 'VALIDATED') await step(admin, 'submit', found)
}

/**
 * Network tokens of the demo, once, by the calls of the console and the real networks of the sandbox: one merchant has
 * them, another waits for a network.
 */
export async function seedTokens(machine: Machine, signal: AbortSignal): Promise<void> {
  await applyAtAmex({ machine, signal })
  await enableVisa({ machine, signal })
}
