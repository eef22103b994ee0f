import { isIban, plainIban } from '@signalbox/model/reference/account-number'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { maskIban } from '@signalbox/model/text/masking'
import { userPspAccount } from '@signalbox/model/rules/tables/user-psp-account'
import type { Payer } from '../../connectors/psp-outcome.ts'
import type { Payment } from '../state/payment.ts'
import { ibanCountry } from './iban-country.ts'
import { accountProblem, defaultTerms, standingFor, takeAccount } from './steps/blocks.ts'
import type { StepContext } from './step-context.ts'

/** What refuses an account beforehand, and what it is called once the money has moved. */
const foundLate: Readonly<Record<number, number>> = {
  [StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED]: StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED,
  [StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER]: StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_USED_BY_OTHER_USER,
  [StatusNo.ERR_TOO_MANY_PSP_ACCOUNTS]: StatusNo.ERR_INCONSISTENT_TOO_MANY_PSP_ACCOUNTS,
}

export interface LateProblem {
  readonly statusNo: number
  readonly cause: string
}

function meetPayer(payment: Payment, context: StepContext, { iban: given, holder }: Payer): boolean {
  const { tx } = payment
  const iban = plainIban(given)
  if (!isIban(iban)) return false
  tx.accountHash = context.accountHash(iban)
  tx.maskedUserAccount = maskIban(iban)
  tx.accountHolder = tx.accountHolder ?? holder
  tx.bankCountry = ibanCountry(iban) ?? tx.bankCountry
  payment.patchState({ input: { ...payment.state.input, iban } })
  payment.addFacts({
    iban,
    account: tx.maskedUserAccount,
    ...(tx.bankCountry && { bankCountry: tx.bankCountry }),
  })
  return true
}

/**
 * Where the user chose the account at the PSP, the rules about accounts can be asked only when the money has moved. What
 * they refuse then is for somebody to decide; what they allow becomes one of the user's accounts.
 */
export async function checkPayer(
  payment: Payment,
  context: StepContext,
  payer: Payer,
): Promise<LateProblem | undefined> {
  if (payment.tx.accountHash || !meetPayer(payment, context, payer)) return undefined
  const { hits } = await context.ask(payment, userPspAccount, 'D15')
  const terms = hits[0]?.outputs ?? defaultTerms
  const standing = await standingFor(payment, context, terms)
  if (standing.block)
    return {
      statusNo: StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED,
      cause: `The account is blocked: ${standing.block.reason}`,
    }
  const problem = accountProblem(payment, standing, terms)
  const lateNo = problem && foundLate[problem.statusNo]
  if (lateNo)
    return { statusNo: lateNo, cause: `Paid from ${payment.tx.maskedUserAccount ?? ''}: ${problem.info}` }
  const account = await takeAccount(payment, context, terms, standing)
  return account.status === 'BLOCKED'
    ? { statusNo: StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED, cause: 'The account is blocked' }
    : undefined
}
