import { plainDigits } from '@signalbox/model/payments/payment-inputs'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { bicBlock } from '@signalbox/model/rules/tables/bic-block'
import { binBlock } from '@signalbox/model/rules/tables/bin-block'
import { generalBlock } from '@signalbox/model/rules/tables/general-block'
import { ipBlock } from '@signalbox/model/rules/tables/ip-block'
import { kycBlock } from '@signalbox/model/rules/tables/kyc-block'
import { userPspAccount } from '@signalbox/model/rules/tables/user-psp-account'
import type { AccountStanding, UserAccount } from '../../accounts/account-types.ts'
import type { Payment } from '../../state/payment.ts'
import { queueMessage, rowOf } from '../announce.ts'
import { decline, declineNo } from '../decline.ts'
import { knowPast } from '../known-user.ts'
import { declineBlocked, knowStoredCheck } from '../stored-check.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { checkLimits } from './limits.ts'

/** Those for BIN and BIC declare what the one for addresses does. */
type BlockTable = typeof ipBlock | typeof generalBlock | typeof kycBlock

/** Asks a table that may only let pass or decline. `undefined` lets pass. */
export async function askBlock(
  payment: Payment,
  context: StepContext,
  table: BlockTable,
  { step, defaultNo }: { readonly step: 'D4' | 'D5'; readonly defaultNo: number },
): Promise<Next | undefined> {
  const { hits } = await context.ask(payment, table, step)
  const [hit] = hits
  if (hit?.outputs.action !== 'DECLINE') return undefined
  const { failedStatusCode, messageKey, info, pspStatusCode } = hit.outputs
  const statusNo = declineNo(failedStatusCode, defaultNo)
  if (messageKey) payment.patchState({ messageKey })
  if ('emailTemplate' in hit.outputs && hit.outputs.emailTemplate)
    await tellCompliance(payment, context, {
      leg: `${rowOf(hit.ref)} compliance`,
      template: hit.outputs.emailTemplate,
      statusNo,
    })
  return decline(payment, statusNo, {
    at: step,
    info: info ?? `Declined by the rule “${hit.rule.name}”`,
    ...(pspStatusCode && { pspStatusCode }),
  })
}

/** Those who watch over who may pay are told of somebody who may not. */
async function tellCompliance(
  payment: Payment,
  context: StepContext,
  { leg, template, statusNo }: { readonly leg: string; readonly template: string; readonly statusNo: number },
): Promise<void> {
  const { complianceEmail: target } = await context.merchant(payment.tx.merchantId)
  if (target) queueMessage(payment, { channel: 'EMAIL', leg, target, template }, statusNo)
  else payment.note('NOTIFY', 'No compliance email is configured: no email is sent')
}

type AccountTerms = Omit<OutputsOf<typeof userPspAccount>, 'info' | 'tags'>

/** What the table for accounts means where no row speaks: payouts go where deposits came from. */
export const defaultTerms: AccountTerms = {
  canShare: true,
  requireUsedForDeposit: true,
  ignoreCheckIfUsed: false,
  excludeAccounts: [],
  newAccountStatus: 'NEW',
}

interface AccountProblem {
  readonly statusNo:
    | typeof StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER
    | typeof StatusNo.ERR_PSP_ACCOUNT_NOT_USED
    | typeof StatusNo.ERR_TOO_MANY_PSP_ACCOUNTS
  readonly info: string
}

const neverDeposited = ({ tx }: Payment): string =>
  `Withdrawals go only to an account the user has deposited from; ${tx.maskedUserAccount ?? 'this method'} was never used for a deposit`

/** What an account is refused with, or nothing. */
export function accountProblem(
  payment: Payment,
  standing: AccountStanding,
  terms: AccountTerms,
): AccountProblem | undefined {
  const { tx } = payment
  const masked = tx.maskedUserAccount ?? ''
  if (terms.excludeAccounts.some((beginning) => masked.startsWith(beginning))) return undefined
  const usersAllowed = terms.canShare ? terms.maxUsersPerAccount : 1
  if (usersAllowed !== undefined && standing.otherUsers + 1 > usersAllowed)
    return {
      statusNo: StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER,
      info: `${masked} is used by ${standing.otherUsers} other users; ${usersAllowed} may use one account`,
    }
  const accountsAllowed = terms.maxAccounts
  const accounts = standing.ownAccounts + (standing.account ? 0 : 1)
  if (accountsAllowed !== undefined && accounts > accountsAllowed)
    return {
      statusNo: StatusNo.ERR_TOO_MANY_PSP_ACCOUNTS,
      info: `${masked} would be account ${accounts} of the user; ${accountsAllowed} are allowed`,
    }
  const mustHaveDeposited = terms.requireUsedForDeposit && !terms.ignoreCheckIfUsed
  if (tx.method === 'WITHDRAWAL' && mustHaveDeposited && !standing.usedForDeposit)
    return { statusNo: StatusNo.ERR_PSP_ACCOUNT_NOT_USED, info: neverDeposited(payment) }
  return undefined
}

/** Where users of an account or accounts of a user are counted, two that come new at once must see each other. */
export async function standingFor(
  payment: Payment,
  context: StepContext,
  terms: AccountTerms,
): Promise<AccountStanding> {
  const standing = await context.standing(payment)
  const areCounted =
    !terms.canShare || terms.maxUsersPerAccount !== undefined || terms.maxAccounts !== undefined
  if (standing.account || !areCounted) return standing
  await context.holdAccount(payment)
  return context.standing(payment)
}

/** Whose account it is, and whether it may be used; then it becomes one of the user's. */
async function checkAccount(payment: Payment, context: StepContext): Promise<Next | undefined> {
  const { tx, state } = payment
  const { hits } = await context.ask(payment, userPspAccount, 'D4')
  const terms = hits[0]?.outputs ?? defaultTerms
  if (!tx.accountHash) {
    const neverUsed = tx.method === 'WITHDRAWAL' && terms.requireUsedForDeposit && !terms.ignoreCheckIfUsed
    return neverUsed
      ? decline(payment, StatusNo.ERR_PSP_ACCOUNT_NOT_USED, { at: 'D4', info: neverDeposited(payment) })
      : undefined
  }
  const standing = await standingFor(payment, context, terms)
  if (standing.block)
    return decline(payment, StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED, {
      at: 'D4',
      info: `The account is blocked: ${standing.block.reason}`,
    })
  const problem = accountProblem(payment, standing, terms)
  if (problem) return decline(payment, problem.statusNo, { at: 'D4', info: problem.info })
  const account = await takeAccount(payment, context, terms, standing)
  if (account.status === 'BLOCKED' || account.status === 'INACTIVE')
    return decline(payment, StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED, {
      at: 'D4',
      info: `The account is ${account.status.toLowerCase()}`,
    })
  if (tx.method === 'WITHDRAWAL' && account.holdUntil && account.holdUntil > context.now.toISOString())
    payment.patchState({ review: [...(state.review ?? []), 'The account was changed recently'] })
  return undefined
}

/** The account becomes one of the user's, and the payment's. */
export async function takeAccount(
  payment: Payment,
  context: StepContext,
  terms: AccountTerms,
  { account: known }: AccountStanding,
): Promise<UserAccount> {
  const { tx, state } = payment
  const account = await context.recognise(
    {
      merchantId: tx.merchantId,
      userId: tx.userId,
      accountHash: tx.accountHash ?? '',
      txType: tx.txType,
      providerType: tx.providerType,
      masked: tx.maskedUserAccount ?? '',
      holder: tx.accountHolder,
      visible: state.input.storeAccount ?? false,
      ...(tx.pspService && { service: tx.pspService }),
      ...(tx.cardExpiry && { expiry: tx.cardExpiry }),
      ...(state.input.vaultRef && { vaultRef: state.input.vaultRef }),
      ...(state.input.iban && { iban: state.input.iban }),
      ...(tx.bic && { bic: tx.bic }),
      ...(state.input.accountNumber && { accountNumber: plainDigits(state.input.accountNumber) }),
      ...(state.input.clearingNumber && { clearingNumber: plainDigits(state.input.clearingNumber) }),
      ...(state.input.walletAccount && { walletEmail: state.input.walletAccount }),
    },
    terms.newAccountStatus,
  )
  tx.accountId = account.id
  if (!known && account.status === 'BLOCKED')
    payment.effect({ kind: 'blockAccount', reason: 'New accounts are blocked by a rule', asNew: true })
  payment.addFacts({ accountVerification: account.verification })
  return account
}

/** Cheap questions first: address, card or bank, whose account, and everything else. */
export const blocks = computeStep('blocks', async (payment, context) => {
  const { tx } = payment
  const ip = await askBlock(payment, context, ipBlock, {
    step: 'D4',
    defaultNo: StatusNo.ERR_DECLINED_IP_BLOCKED,
  })
  if (ip) return ip
  const origin = tx.bin
    ? await askBlock(payment, context, binBlock, { step: 'D4', defaultNo: StatusNo.ERR_DECLINED_BIN_BLOCKED })
    : tx.bankCountry &&
      (await askBlock(payment, context, bicBlock, { step: 'D4', defaultNo: StatusNo.ERR_DECLINED_BIC_BLOCK }))
  if (origin) return origin
  const account = await checkAccount(payment, context)
  if (account) return account
  const general = await askBlock(payment, context, generalBlock, {
    step: 'D4',
    defaultNo: StatusNo.ERR_DECLINED_GENERAL_BLOCK,
  })
  if (general) return general
  payment.note('RULES', 'No block applies')
  return go('kyc')
})

/**
 * Hours or days after the first look: who the user is, whether anything blocks them and what others have used up may have
 * changed, and so may the rules.
 */
export const recheck = computeStep('recheck', async (payment, context) => {
  payment.patchState({
    rules: { ...payment.state.rules, sinceApproval: await context.newestEdition(payment.tx.merchantId) },
  })
  payment.note('RULES', 'Checked again after approval, by the blocks and limits in force now')
  payment.addFacts({ now: context.now.toISOString() })
  await knowPast(payment, context)
  const stored = await context.storedKyc(payment)
  knowStoredCheck(payment, stored)
  const blocked =
    declineBlocked(payment, stored) ??
    (await askBlock(payment, context, kycBlock, {
      step: 'D5',
      defaultNo: StatusNo.ERR_DECLINED_KYC_BLOCK,
    })) ??
    (await askBlock(payment, context, generalBlock, {
      step: 'D4',
      defaultNo: StatusNo.ERR_DECLINED_GENERAL_BLOCK,
    }))
  if (blocked) return blocked
  if (payment.tx.accountHash) {
    const { block } = await context.standing(payment)
    if (block)
      return decline(payment, StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED, {
        at: 'D4',
        info: `The account is blocked: ${block.reason}`,
      })
  }
  const overdrawn = await checkLimits(payment, context, 'D6')
  if (overdrawn) return overdrawn
  payment.note('RULES', 'No block applies, within all limits')
  return go('route')
})
