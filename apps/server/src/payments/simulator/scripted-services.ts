import type { SimulatedPspAnswer, SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Money } from '@signalbox/model/money/money'
import type { Tx } from '../../kit/database.ts'
import type { Connector, Instrument } from '../connectors/connector.ts'
import type { ExternalServices } from '../connectors/external-services.ts'
import type { KycFinding } from '../connectors/kyc-client.ts'
import type { CallContext } from '../core/flow/call-context.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import {
  fraudOutcome,
  kycOutcome,
  merchantOutcome,
  noCall,
  pspOutcome,
  threeDsOutcome,
  verifiedUser,
} from './scripted-answers.ts'

/** PSPs the script says nothing of approve. */
const approved: SimulatedPspAnswer = { kind: 'APPROVED' }

/** What each PSP answers, one after the other. */
export class PspScript {
  readonly #left: Map<string, SimulatedPspAnswer[]>

  constructor({ answers }: SimulationInput) {
    this.#left = new Map(answers.psps?.map(({ psp, answers: own }) => [psp, [...own]]))
  }

  /** The next answer; the last one is given for as long as somebody asks. */
  next(psp: string): SimulatedPspAnswer {
    const left = this.#left.get(psp)
    if (!left) return approved
    return (left.length > 1 ? left.shift() : left[0]) ?? approved
  }

  /** What it says later to a payment that waits for it; nothing where the script ends with the waiting. */
  later(psp: string): SimulatedPspAnswer | undefined {
    const [first] = this.#left.get(psp) ?? []
    return first && first.kind !== 'REDIRECT' && first.kind !== 'PENDING' ? this.next(psp) : undefined
  }
}

const ownFailureCode = statusCodeOf(StatusNo.ERR_SYSTEM_ERROR)?.code

/** The script says that we fail ourselves, before anything is sent. */
export class OwnFailure extends Error {}

const neverCalled = (what: string) => () => Promise.reject(new Error(`A simulated payment calls ${what}`))

/** Whether a PSP reserves money first, where a payment asks for that. */
export type Reserves = (psp: string) => Promise<boolean>

function scriptedConnector(psp: string, script: PspScript, reserves: Reserves): Connector {
  const never = neverCalled(psp)
  return {
    psp,
    traits: { amountMayDiffer: false },
    submit: async ({ amount, authorizeOnly }) => {
      const answer = script.next(psp)
      if (answer.kind === 'NOT_REACHED' && answer.code === ownFailureCode) throw new OwnFailure()
      return pspOutcome(answer, { amount, reserves: authorizeOnly && (await reserves(psp)) })
    },
    query: never,
    capture: never,
    void: never,
    refund: never,
    cancel: never,
    readCallback: () => {
      throw new Error(`A simulated payment hears of ${psp}`)
    },
    ping: never,
  }
}

interface Scripted {
  readonly input: SimulationInput
  /** In clear, whatever the reader sees. */
  readonly email: string | null
  readonly balance: Money
  readonly now: Date
  readonly script: PspScript
  readonly reserves: Reserves
  readonly onChecked: (provider: string, finding: KycFinding) => void
}

function scriptedServices({
  input,
  email,
  balance,
  now,
  script,
  reserves,
  onChecked,
}: Scripted): ExternalServices {
  const { answers } = input
  const user = verifiedUser(input, email, balance, now)
  const verify = () => Promise.resolve(merchantOutcome(answers.verify, user, answers.authorizeCode))
  const heard = { merchantTxId: null }
  const never = neverCalled('an external service')
  return {
    connectorFor: (psp) => scriptedConnector(psp, script, reserves),
    merchant: {
      verifyUser: verify,
      lookupUser: verify,
      authorize: () =>
        Promise.resolve(
          merchantOutcome(answers.authorize, { ...heard, authCode: 'simulation' }, answers.authorizeCode),
        ),
      transfer: () => Promise.resolve(merchantOutcome(answers.transfer, heard)),
      cancel: () => Promise.resolve(merchantOutcome('ACCEPT', heard)),
      notify: () => Promise.resolve(merchantOutcome('ACCEPT', heard)),
    },
    kyc: {
      check: ({ provider }) => {
        const outcome = kycOutcome(answers)
        if (outcome.kind === 'checked') onChecked(provider.provider, outcome.finding)
        return Promise.resolve(outcome)
      },
      result: () => Promise.resolve(kycOutcome(answers)),
    },
    fraud: { screen: () => Promise.resolve(fraudOutcome(answers)) },
    threeDs: {
      authenticate: () => Promise.resolve(threeDsOutcome(answers, false)),
      result: () => Promise.resolve(threeDsOutcome(answers, true)),
    },
    sms: { send: never },
    tokens: {
      onboard: never,
      status: never,
      provision: () => Promise.resolve({ kind: 'failed', message: 'simulation', log: noCall('TOKEN') }),
      cryptogram: () => Promise.resolve({ kind: 'failed', message: 'simulation', log: noCall('TOKEN') }),
      remove: never,
    },
  }
}

/** The number itself is sent nowhere. */
const simulatedInstrument: Instrument = { kind: 'card', pan: '', expiry: '' }

/** Whom a live payment would call, with the answers of the script in their place. */
export function scriptedCalls(deps: MachineDeps, tx: Tx, scripted: Scripted): CallContext {
  const settings = deps.settings.of(tx)
  const services = scriptedServices(scripted)
  return {
    now: () => scripted.now,
    services,
    links: deps.links,
    timings: deps.timings,
    merchantEndpoint: (merchantId) => Promise.resolve({ merchantId }),
    connector: ({ psp }) => scriptedConnector(psp, scripted.script, scripted.reserves),
    pspAccount: (merchantId, psp, account) => settings.pspAccount(merchantId, psp, account),
    service: async (merchantId, kind, provider, account) =>
      (await settings.service(merchantId, { kind, provider, account })) ?? { provider },
    instrument: () => Promise.resolve(simulatedInstrument),
    networkToken: () => Promise.resolve(undefined),
    sessionId: () => undefined,
    origin: neverCalled('back'),
  }
}
