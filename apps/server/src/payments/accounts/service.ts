import { userPspAccount } from '@signalbox/model/entities/user-psp-account'
import { Refusal } from '@signalbox/model/text/refusal'
import type { OperationInput } from '@signalbox/model/field/resource'
import type { Condition } from '../../kit/entity-filter.ts'
import type { Work } from '../../kit/handle.ts'
import { seesPersonalData } from '../../kit/hiding-merchants-store.ts'
import { numberWithin } from '../../kit/number-range.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import type { Fingerprint } from '../vault/fingerprint.ts'
import { auditedAccount } from './masked-account.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import type { Account, AccountResource } from './account-resource.ts'
import { activate, block, requireKnownReason, type BlockReasons } from './block.ts'
import { edited } from './edit.ts'
import { forgetTokens } from './forget-tokens.ts'
import { expiresWithin, isErased, isExpired, isShared, matchesKeyword } from './store.ts'

/** Accounts of people who are about to be erased are hardly anybody's business. */
export const seenAccounts = ({ roles }: Pick<Work['user'], 'roles'>): Condition | undefined =>
  unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.merchant_user_id' })

type Change = (work: Work, current: Account, params: OperationInput) => Promise<Record<string, unknown>>

async function refuseErased(work: Work, { merchantId, id }: Account): Promise<void> {
  if (await isErased(work.tx, merchantId, id))
    throw new Refusal('INVALID_STATE', { message: 'The user of this account was erased.' })
}

const operation = (change: Change): OperationHook<Account> => ({
  run: async (work, current, params) => {
    await refuseErased(work, current)
    return change(work, current, params)
  },
})

/** A change to one value; one that is there already is refused, so that a list of results tells what happened. */
const set = <K extends 'visible' | 'verificationStatus' | 'status'>(
  name: K,
  value: Account[K],
  words: string,
): OperationHook<Account> =>
  operation((_work, current) => {
    if (current[name] === value)
      throw new Refusal('INVALID_STATE', { message: `The account is already ${words}.` })
    return Promise.resolve({ [name]: value })
  })

/** Tells the user of an account what is asked of them. */
export type AskUser = (work: Work, account: Account) => Promise<void>

interface AccountDeps {
  readonly print: Fingerprint
  readonly reasons: BlockReasons
  readonly askUser: AskUser
}

export function userAccounts({ print, reasons, askUser }: AccountDeps): AccountResource {
  const accounts: AccountResource = new Resource(userPspAccount, {
    seen: ({ user }) => seenAccounts(user),
    // The log outlives the accounts and gets their data masked; the history keeps it to go back to.
    audited: auditedAccount,
    filters: (work) => {
      const month = work.now.toISOString().slice(0, 7)
      return {
        keyword: (value) => matchesKeyword(value, seesPersonalData(work.user)),
        expired: (value) => isExpired(month, value === 'true'),
        shared: (value) => isShared(value === 'true'),
        expiry: expiresWithin,
        successful: (value) =>
          numberWithin({ field: 'successful', label: 'Payments', column: 'no_successful_tx' }, value),
        failed: (value) =>
          numberWithin({ field: 'failed', label: 'Payments', column: 'no_failed_tx' }, value),
      }
    },
    beforeUpdate: async (work, input, current) => {
      await refuseErased(work, current)
      return edited(input, current, work.now, print)
    },
    softRemove: async (work, current) => {
      await refuseErased(work, current)
      if (current.status === 'DELETED') throw new Refusal('NOT_FOUND')
      return { status: 'DELETED', visible: false }
    },
    afterChange: async (work, { type, before }) => {
      if (type === 'DELETE' && before) await forgetTokens(work, before)
    },
    operations: {
      activate: operation((work, current) => activate(accounts, work, current)),
      inactivate: operation((_work, current) => {
        if (current.status !== 'ACTIVE' && current.status !== 'NEW')
          throw new Refusal('INVALID_STATE', { message: 'Only an active account can be deactivated.' })
        return Promise.resolve({ status: 'INACTIVE' })
      }),
      block: operation(async (work, current, { blockReason, blockScopeMid }) => {
        const reason = String(blockReason)
        await requireKnownReason(reasons, work, current, reason)
        const merchantId = typeof blockScopeMid === 'number' ? blockScopeMid : null
        return block(accounts, work, current, { reason, merchantId })
      }),
      show: set('visible', true, 'shown'),
      hide: set('visible', false, 'hidden'),
      'request-verification': operation(async (work, current) => {
        if (current.verificationStatus === 'REQUESTED')
          throw new Refusal('INVALID_STATE', { message: 'The account is already waiting for verification.' })
        await askUser(work, current)
        return { verificationStatus: 'REQUESTED' }
      }),
      verify: set('verificationStatus', 'VERIFIED', 'verified'),
      unverify: set('verificationStatus', 'UNVERIFIED', 'not verified'),
    },
  })
  return accounts
}
