import { resolveInputs } from '@signalbox/model/cashier/resolve-inputs'
import {
  inputProblemCodes,
  validateInputs,
  type InputProblem,
} from '@signalbox/model/cashier/validate-inputs'
import type { Payment } from '../state/payment.ts'
import type { StepContext } from './step-context.ts'

/** What was typed in and is still known; cards and vouchers are sealed by now, and were judged when they came. */
function keptValues({ tx, state: { input } }: Payment): Readonly<Record<string, string | undefined>> {
  const { iban, bic, accountNumber, clearingNumber, walletAccount } = input
  const attributes = Object.entries(tx.attributes).map(([name, value]): [string, string] => [
    `attributes.${name}`,
    value,
  ])
  const known = { iban, bic, accountNumber, clearingNumber, walletAccount }
  return { ...known, accountHolder: tx.accountHolder ?? undefined, ...Object.fromEntries(attributes) }
}

const isSealed = (field: string): boolean => field.startsWith('card.') || field === 'voucherCode'

/** What breaks a rule of an input that differs by country, which is known once the merchant told whose payment it is. */
export async function countryInputProblem(
  payment: Payment,
  context: StepContext,
): Promise<InputProblem | undefined> {
  const { merchantId, txType, pspService, userCountry, paymentType } = payment.tx
  if (paymentType !== 'NEW') return undefined
  const declared = await context.inputs(merchantId, txType)
  const byCountry = new Set(declared.filter(({ country }) => country !== null).map(({ key }) => key))
  if (byCountry.size === 0) return undefined
  const inputs = resolveInputs(declared, { txType, service: pspService, country: userCountry })
  const asked = new Set(inputs.filter(({ key }) => byCountry.has(key)).map(({ name }) => name))
  return validateInputs(inputs, keptValues(payment)).find(({ field }) => asked.has(field) && !isSealed(field))
}

/** For operators: `attributes.nationalId: This field is required`. */
export const inputProblemText = ({ field, code, values }: InputProblem): string =>
  `${field}: ${inputProblemCodes[code].replace('{0}', values[0] ?? '')}`
