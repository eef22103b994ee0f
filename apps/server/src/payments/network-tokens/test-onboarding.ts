import type { TestResult, TestStep } from '@signalbox/model/calls/scheme-token'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { systemActor } from '../../kit/audit.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { providerConfig } from '../../setup/config/read-model.ts'
import { changeOnboarding, findOnboarding } from '../../setup/scheme-token/change-onboarding.ts'
import { onboardingKey, testTaskName } from '../../setup/scheme-token/onboarding-jobs.ts'
import type { Onboarding } from '../../setup/scheme-token/onboarding.ts'
import { moved } from '../../setup/scheme-token/service.ts'
import { tokenPsps } from '../../setup/scheme-token/read-model.ts'
import type { Connector, Instrument, PspAccountConfig } from '../connectors/connector.ts'
import { networkAccount } from './network-account.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { readMerchant, readPspAccount } from '../core/flow/settings.ts'

/** Cards the networks give out for tests. */
const testCards: Readonly<Record<Onboarding['network'], string>> = {
  VISA_VTS: '4111111111111111',
  MASTERCARD_MDES: '5555555555554444',
  AMEX: '378282246310005',
}
const yearsAhead = 3

interface TestedPsp {
  readonly connector: Connector
  readonly account: PspAccountConfig
}

/** The first PSP of the merchant that can be sent tokens. */
async function findPsp(deps: MachineDeps, merchantId: number): Promise<TestedPsp | undefined> {
  const { box, production, services, kit } = deps
  for (const { psp, connector: name } of await tokenPsps(kit.db)) {
    const connector = services.connectorFor(name)
    const config =
      connector?.traits.networkTokens && (await providerConfig({ db: kit.db, box }, merchantId, psp))
    for (const each of Object.keys(config ? config.accounts : {})) {
      const account = await readPspAccount(kit.db, { box, production }, merchantId, psp, each)
      if (connector && account && !account.refused) return { connector, account }
    }
  }
  return undefined
}

async function unitAmount(deps: MachineDeps, merchantId: number): Promise<Money> {
  const { baseCurrency } = await readMerchant(deps.kit.db, deps, merchantId)
  const amount = parseMoney('1', baseCurrency)
  if (!amount) throw new Error(`Unknown currency ${baseCurrency}`)
  return amount
}

/** Authorises 1.00 with the token and lets it go again. Nothing is captured, so nothing is booked. */
async function tryAtPsp(
  deps: MachineDeps,
  { merchantId }: Onboarding,
  instrument: Instrument,
): Promise<TestStep[]> {
  const found = await findPsp(deps, merchantId)
  if (!found) {
    const message = 'The merchant has no account at a PSP that supports tokens'
    return [{ step: 'AUTHORISATION', ok: false, message }]
  }
  const { connector, account } = found
  const amount = await unitAmount(deps, merchantId)
  const reference = `${merchantId}TOKENTEST${deps.kit.newId().slice(-12)}`
  const shared = {
    account,
    amount,
    requestedAmount: amount,
    callbackUrl: deps.links.callback(account.psp, account.account),
  }
  const authorised = await connector.submit({
    ...shared,
    reference,
    idempotencyKey: `${reference}-1`,
    direction: 'DEPOSIT',
    txType: 'CreditcardDeposit',
    instrument,
    stored: false,
    authorizeOnly: true,
    user: { userId: 'token-test' },
    returnUrl: shared.callbackUrl,
  })
  const said = 'pspMessage' in authorised ? authorised.pspMessage : authorised.log.failure
  const ok = authorised.kind === 'approved'
  const authorisation: TestStep = {
    step: 'AUTHORISATION',
    ok,
    message: `${account.psp}: ${said ?? authorised.kind}`,
  }
  if (!ok) return [authorisation]
  const voided = await connector.void({
    ...shared,
    reference: `${reference}V`,
    idempotencyKey: `${reference}V-1`,
    originReference: reference,
    originPspRefId: authorised.pspRefId,
  })
  const isVoid = voided.kind === 'approved'
  const message = isVoid
    ? 'The authorisation was voided'
    : `Not voided: ${voided.kind}. Check ${reference} at ${account.psp}.`
  return [authorisation, { step: 'VOID', ok: isVoid, message }]
}

/** Token, cryptogram, authorisation, void; the first that fails ends it. */
async function runTest(deps: MachineDeps, onboarding: Onboarding): Promise<TestStep[]> {
  const { merchantId, network: name, entityId, id } = onboarding
  const network = await networkAccount(deps, merchantId, name)
  const { tokens } = deps.services
  const run = deps.kit.newId()
  const expiry = `${deps.kit.now().getUTCFullYear() + yearsAhead}-12`
  const made = await tokens.provision({
    network,
    entityId,
    idempotencyKey: `test-${run}`,
    pan: testCards[name],
    expiry,
  })
  if (made.kind === 'failed') return [{ step: 'TOKEN', ok: false, message: made.message }]
  const { tokenRef, token, last4, expiry: tokenExpiry } = made.value
  try {
    const provisioned: TestStep = { step: 'TOKEN', ok: true, message: `Token ending in ${last4}` }
    const proof = await tokens.cryptogram(network, tokenRef, `test-${id}-${run}`)
    if (proof.kind === 'failed')
      return [provisioned, { step: 'CRYPTOGRAM', ok: false, message: proof.message }]
    const instrument: Instrument = { kind: 'networkToken', token, expiry: tokenExpiry, ...proof.value }
    const cryptogram: TestStep = { step: 'CRYPTOGRAM', ok: true, message: 'Received for one use' }
    return [provisioned, cryptogram, ...(await tryAtPsp(deps, onboarding, instrument))]
  } finally {
    await tokens.remove(network, tokenRef)
  }
}

export const testTask = (deps: MachineDeps): QueueTask =>
  queueTask(testTaskName, onboardingKey, async (key) => {
    const { kit } = deps
    const onboarding = await findOnboarding(kit.db, key)
    const begun = onboarding?.testResult as TestResult | null
    if (onboarding?.state !== 'APPROVED' || !begun?.running) return
    const steps = await runTest(deps, onboarding)
    const ok = steps.every((step) => step.ok)
    await perform(kit, systemActor, (unit) =>
      changeOnboarding(unit, key, (current) => {
        if (current.state !== 'APPROVED') return []
        const testResult: TestResult = { ok, running: false, at: unit.now.toISOString(), steps }
        const failed = steps.find((step) => !step.ok)
        return [
          {
            action: ok ? 'TEST_PASSED' : 'TEST_FAILED',
            note: failed ? failed.message : 'Token, cryptogram, authorisation and void succeeded',
            values: { testResult, ...(ok && moved(current, 'TEST_TOKEN_OK')) },
          },
        ]
      }),
    )
  })
