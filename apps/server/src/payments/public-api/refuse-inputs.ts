import { requestValues } from '@signalbox/model/cashier/request-values'
import { resolveInputs } from '@signalbox/model/cashier/resolve-inputs'
import {
  inputProblemCodes,
  inputProblemKey,
  validateInputs,
  type InputProblem,
} from '@signalbox/model/cashier/validate-inputs'
import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import type { PaymentRequest } from '@signalbox/model/payments/payment-request'
import { requestProblem } from '@signalbox/model/payments/request-problem'
import { invalid } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import { textsFor } from '../../setup/message/read-model.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'

/**
 * What breaks a rule of an input is refused before there is a payment, with the field named. What the platform itself needs
 * is left to the payment, which fails of it where operators see it; so are inputs that differ by country, because whose
 * country it is the merchant tells us only after this.
 */
export async function refuseInputs(
  { settings }: Pick<MachineDeps, 'settings'>,
  tx: Tx,
  request: PaymentRequest,
): Promise<void> {
  // Whoever pays with a stored account is asked for nothing.
  if (request.accountId !== undefined || requestProblem(request) !== undefined) return
  const { merchantId, txType, service, locale } = request
  const declared = await settings.of(tx).inputs(merchantId, txType)
  const inputs = resolveInputs(declared, { txType, service })
  const byCountry = new Set(declared.filter(({ country }) => country !== null).map(({ key }) => key))
  const later = inputs.filter(({ key }) => byCountry.has(key)).map(({ name }) => name)
  const isToken = request.cardToken !== undefined
  const problems = validateInputs(inputs, requestValues(request)).filter(
    ({ field }) => !later.includes(field) && !(isToken && field.startsWith('card.')),
  )
  if (problems.length > 0) throw await refusalOf(tx, { merchantId, locale }, problems)
}

/** In the user's language, because it is the user who has to mend it. */
async function refusalOf(
  tx: Tx,
  reader: { readonly merchantId: number; readonly locale: string | undefined },
  problems: readonly InputProblem[],
) {
  const textOf = await textsFor(
    tx,
    reader,
    problems.map(({ code }) => inputProblemKey(code)),
  )
  return invalid(
    ...problems.map(({ field, code, values }) => ({
      field,
      code,
      message: fillPlaceholders(textOf(inputProblemKey(code), inputProblemCodes[code]), values),
    })),
  )
}
