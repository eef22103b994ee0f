import {
  networkOfBrand,
  tokenHolderLabels,
  tokenHolders,
  tokenServices,
} from '@signalbox/model/scheme-tokens/token-network'
import type { CallLog } from '../../../connectors/call-log.ts'
import type { ProvisionedToken } from '../../../connectors/token-client.ts'
import type { NetworkTokenState } from '../../record/step-state.ts'
import type { Payment } from '../../state/payment.ts'
import type { CallContext } from '../call-context.ts'
import { isRolledOutTo } from '../rollout.ts'
import { callStep, go } from '../step.ts'
import type { StepContext } from '../step-context.ts'

/** What the network was asked, and what came of it. */
interface TokenForPayment {
  readonly logs: readonly CallLog[]
  readonly provisioned?: ProvisionedToken
  readonly cryptogram?: { readonly cryptogram: string; readonly eci: string }
  /** Why there is none to pay with. */
  readonly problem?: string
}

const byCardNumber = 'The card number is used'

/** Why a payment is not sent with a token although the merchant has them; nothing when it may be. */
async function tokenFor(
  payment: Payment,
  context: StepContext,
): Promise<NetworkTokenState | string | undefined> {
  const { tx, state } = payment
  const { vaultRef } = state.input
  const network = networkOfBrand(tx.cardBrand)
  if (!payment.isDeposit || !vaultRef || !network || !tx.accountHash || !tx.psp || state.cardNumberOnly)
    return undefined
  const { merchantId } = tx
  const program = await context.tokenProgram(merchantId, network)
  const share = program?.rollout.find(({ psp }) => psp === tx.psp)?.percent ?? 0
  if (!program || !isRolledOutTo({ merchantId, network, accountHash: tx.accountHash }, share))
    return undefined
  if (!(await context.takesNetworkTokens(tx.psp))) return undefined
  const holder = tokenHolderLabels[tokenHolders[network]]
  const service = await context.service(merchantId, 'TOKEN', tokenServices[network])
  if (!service || service.refused) return `${holder} is not configured. ${byCardNumber}`
  const card = { merchantId, vaultRef, network }
  const live = await context.liveToken(card)
  if (live?.state === 'SUSPENDED') return `The network token of the card is suspended. ${byCardNumber}`
  return {
    network,
    entityId: program.entityId,
    ...(live
      ? { tokenRef: live.tokenRef, last4: live.last4 }
      : { generation: await context.formerTokens(card) }),
  }
}

const networkOf = ({ tx }: Payment, context: CallContext, { network }: NetworkTokenState) =>
  context.service(tx.merchantId, 'TOKEN', tokenServices[network])

/** The same card at the same merchant gets the same token, however many payments ask for one at once. */
const provisionKey = ({ tx, state }: Payment, { network, generation }: NetworkTokenState): string =>
  `${tx.merchantId}-${state.input.vaultRef ?? ''}-${network}-${generation ?? 0}`

async function obtain(payment: Payment, context: CallContext): Promise<TokenForPayment> {
  const wanted = payment.state.networkToken
  if (!wanted) throw new Error('No network token was requested')
  const network = await networkOf(payment, context, wanted)
  const { tokens } = context.services
  const logs: CallLog[] = []
  let { tokenRef } = wanted
  let provisioned: ProvisionedToken | undefined
  if (tokenRef === undefined) {
    const card = await context.instrument(payment)
    if (card.kind !== 'card') return { logs, problem: 'There is no card' }
    const { pan, expiry } = card
    const idempotencyKey = provisionKey(payment, wanted)
    const made = await tokens.provision({ network, entityId: wanted.entityId, idempotencyKey, pan, expiry })
    logs.push(made.log)
    if (made.kind === 'failed') return { logs, problem: made.message }
    provisioned = made.value
    tokenRef = provisioned.tokenRef
  }
  // Another attempt is another use of the token.
  const key = `${payment.tx.merchantId}A${payment.tx.id}-${payment.tx.attemptCount + 1}`
  const proof = await tokens.cryptogram(network, tokenRef, key)
  logs.push(proof.log)
  const obtained = { logs, ...(provisioned && { provisioned }) }
  return proof.kind === 'failed'
    ? { ...obtained, problem: proof.message }
    : { ...obtained, cryptogram: proof.value }
}

/** Has the card network give a token and the proof for one use of it, where the merchant's roll-out says so. */
export const networkToken = callStep<TokenForPayment>({
  name: 'network-token',
  prepare: async (payment, context) => {
    payment.clearState('networkToken')
    const wanted = await tokenFor(payment, context)
    if (typeof wanted === 'string') payment.note('TOKEN', wanted)
    if (wanted === undefined || typeof wanted === 'string') return go('submit')
    payment.patchState({ networkToken: wanted })
    return undefined
  },
  call: obtain,
  settle: (payment, context, { logs, provisioned, cryptogram, problem }) => {
    const wanted = payment.state.networkToken
    for (const log of logs) payment.effect({ kind: 'log', log })
    if (!wanted) return go('submit')
    const { network } = wanted
    const holder = tokenHolderLabels[tokenHolders[network]]
    if (provisioned) payment.effect({ kind: 'keepToken', network, token: provisioned })
    const { tokenRef, last4 } = provisioned ?? wanted
    if (!cryptogram || !tokenRef) {
      payment.clearState('networkToken')
      payment.note('TOKEN', `No network token from ${holder}: ${problem ?? 'no answer'}. ${byCardNumber}`)
      return go('submit')
    }
    const sealedProof = context.sealCryptogram(payment, JSON.stringify(cryptogram))
    payment.patchState({ networkToken: { ...wanted, tokenRef, last4: last4 ?? '', sealedProof } })
    payment.note(
      'TOKEN',
      `${provisioned ? 'New network' : 'Network'} token ending in ${last4 ?? ''} from ${holder}`,
    )
    return go('submit')
  },
})
