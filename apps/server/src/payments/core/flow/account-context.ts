import type { Tx } from '../../../kit/database.ts'
import type { AccountStanding } from '../accounts/account-types.ts'
import { accountById, accountStanding, recognise } from '../accounts/accounts.ts'
import { counterKeys } from '../../counters/counter-keys.ts'
import { lockGates } from '../../counters/counter-store.ts'
import { holdAccount } from '../../counters/counters.ts'
import type { MachineDeps } from './machine-deps.ts'
import { isLostOnPurpose } from './simulated-failures.ts'
import type { StepContext } from './step-context.ts'

type AccountContext = Pick<
  StepContext,
  | 'storedCard'
  | 'cardFacts'
  | 'accountHash'
  | 'emailHash'
  | 'account'
  | 'standing'
  | 'holdAccount'
  | 'recognise'
>

/** What a payment is made with: cards in the vault, accounts of users and how they stand. */
export function accountContext(deps: MachineDeps, tx: Tx, now: Date): AccountContext {
  // Read once, until nobody else can change it any more.
  let standing: Promise<AccountStanding> | undefined
  return {
    storedCard: async (payment, vaultRef) => {
      const { merchantId, cardExpiry, accountHolder } = payment.tx
      const about = { expiry: cardExpiry ?? '', holder: accountHolder }
      try {
        const card = await deps.vault.cardOfRef(tx, merchantId, vaultRef, about)
        return card && isLostOnPurpose(deps.production, card.masked) ? 'DOWN' : card
      } catch (error) {
        deps.kit.log.error({ err: error }, 'the vault cannot open a card')
        return 'DOWN'
      }
    },
    cardFacts: (merchantId, card) => deps.reference.cardFacts(merchantId, card.lookupDigits),
    accountHash: (text) => deps.print('ACCOUNT', text),
    emailHash: (email) => deps.print('EMAIL', email),
    account: (merchantId, accountId) => accountById(tx, merchantId, accountId),
    standing: ({ tx: { merchantId, userId, accountHash, providerType } }) =>
      (standing ??= accountStanding(
        tx,
        { merchantId, userId, accountHash: accountHash ?? '' },
        providerType,
      )),
    holdAccount: ({ tx: { merchantId, userId, accountHash } }) => {
      standing = undefined
      const keys = counterKeys(deps.print, { userId, accountHash: accountHash ?? undefined })
      return holdAccount(tx, { merchantId, keys })
    },
    recognise: async (details, status) => {
      // Whoever holds the gates may write how a payment with this account ended, and must not meet us the other way round.
      const { merchantId, userId, accountHash } = details
      await lockGates(tx, { merchantId, keys: counterKeys(deps.print, { userId, accountHash }) })
      return recognise(tx, details, { id: deps.kit.newId(), status, now })
    },
  }
}
