import { plainDigits } from '@signalbox/model/payments/payment-inputs'
import type { Instrument } from '../../connectors/connector.ts'
import { accountById } from '../accounts/accounts.ts'
import type { Payment } from '../state/payment.ts'
import { findTransaction } from '../record/transaction-store.ts'
import type { CallContext } from './call-context.ts'
import type { Cryptogram } from '../../connectors/token-client.ts'
import { clearNetworkToken } from '../../vault/network-tokens.ts'
import { cryptogramPurpose } from './token-context.ts'
import { failOnPurpose } from './simulated-failures.ts'
import type { MachineDeps } from './machine-deps.ts'

export const sessionPurpose = 'payment-session'
export const voucherPurpose = 'payment-voucher'

/** What is sealed for one payment cannot be opened for another. */
export const sealSession = ({ box }: Pick<MachineDeps, 'box'>, txId: number, sessionId: string): string =>
  box.seal(sessionPurpose, String(txId), sessionId)

export const sealVoucher = ({ box }: Pick<MachineDeps, 'box'>, txId: number, code: string): string =>
  box.seal(voucherPurpose, String(txId), code)

async function instrumentOf(deps: MachineDeps, payment: Payment): Promise<Instrument> {
  const { tx, state } = payment
  const { db } = deps.kit
  const holder = tx.accountHolder ? { holder: tx.accountHolder } : {}
  const { vaultRef, iban, accountNumber, clearingNumber, walletAccount, sealedVoucher } = state.input
  if (vaultRef) {
    const about = { vaultRef, expiry: tx.cardExpiry ?? '', holder: tx.accountHolder }
    const card = await deps.vault.clearCard(db, tx.merchantId, tx.id, about)
    return { kind: 'card', pan: card.pan, expiry: card.expiry, ...(card.cvv && { cvv: card.cvv }), ...holder }
  }
  if (iban) return { kind: 'iban', iban, ...(tx.bic && { bic: tx.bic }), ...holder }
  if (accountNumber)
    return {
      kind: 'localBank',
      accountNumber: plainDigits(accountNumber),
      ...(clearingNumber && { clearingNumber: plainDigits(clearingNumber) }),
      ...holder,
    }
  if (sealedVoucher)
    return { kind: 'voucher', code: deps.box.open(voucherPurpose, String(tx.id), sealedVoucher) }
  const account =
    walletAccount ?? (tx.accountId ? (await accountById(db, tx.merchantId, tx.accountId))?.walletEmail : null)
  if (!account) return { kind: 'none' }
  if (tx.providerType === 'CRYPTOCURRENCY') return { kind: 'crypto', address: account }
  return { kind: 'wallet', account }
}

/** Nothing either once the token may not be used any more. */
async function networkTokenOf(deps: MachineDeps, { tx, state }: Payment): Promise<Instrument | undefined> {
  const { network, tokenRef, sealedProof } = state.networkToken ?? {}
  if (!network || !tokenRef || !sealedProof) return undefined
  const { db } = deps.kit
  const clear = await clearNetworkToken(db, deps.box, tx.merchantId, { network, tokenRef })
  const proof = JSON.parse(deps.box.open(cryptogramPurpose, String(tx.id), sealedProof)) as Cryptogram
  return (
    clear && {
      kind: 'networkToken',
      ...clear,
      ...proof,
      ...(tx.accountHolder && { holder: tx.accountHolder }),
    }
  )
}

/** Reads what a call needs from the database, outside any transaction. */
export function databaseCallContext(deps: MachineDeps): CallContext {
  const { db } = deps.kit
  const settings = deps.settings.recent(db)
  return {
    now: deps.kit.now,
    services: deps.services,
    links: deps.links,
    timings: deps.timings,
    merchantEndpoint: async (merchantId) => (await settings.merchant(merchantId)).endpoint,
    connector: ({ psp, connector: name }) => {
      const connector = deps.services.connectorFor(name)
      if (!connector) throw new Error(`There is no connector ${name} for ${psp}`)
      return connector
    },
    pspAccount: (merchantId, psp, account) => settings.pspAccount(merchantId, psp, account),
    service: async (merchantId, kind, provider, account) => {
      const config = await settings.service(merchantId, { kind, provider, account })
      // Somebody may switch it off while a payment waits for it: then nothing is sent, and it has given no answer.
      return config ?? { provider, refused: `${provider} is not configured any more` }
    },
    instrument: async (payment) => {
      failOnPurpose(deps.production, payment)
      return instrumentOf(deps, payment)
    },
    networkToken: (payment) => networkTokenOf(deps, payment),
    sessionId: ({ tx, state }) => {
      const { sealedSession } = state.input
      return sealedSession && deps.box.open(sessionPurpose, String(tx.id), sealedSession)
    },
    origin: async ({ tx }) => {
      const origin =
        tx.originTxId === null ? undefined : await findTransaction(db, tx.merchantId, tx.originTxId)
      if (!origin) throw new Error(`Transaction ${tx.id} has no origin`)
      return origin
    },
  }
}
