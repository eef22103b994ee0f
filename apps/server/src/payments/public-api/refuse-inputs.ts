import { requestValues } from '@signalbox/model/cashier/request-values'
import type { DeclaredInput } from '@signalbox/model/cashier/input-types'
import { platformInputs, resolveInputs } from '@signalbox/model/cashier/resolve-inputs'
import {
  inputProblemCodes,
  inputProblemKey,
  validateInputs,
  type InputProblem,
  type InputValues,
} from '@signalbox/model/cashier/validate-inputs'
import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import type { PaymentRequest } from '@signalbox/model/payments/payment-request'
import { requestProblem } from '@signalbox/model/payments/request-problem'
import { invalid } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import { textsFor } from '../../setup/message/read-model.ts'
import { DamagedCard } from '../vault/vault.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'

/**
 * What breaks a rule of an input is refused before there is a payment, with the field named. What the platform itself needs
 * is left to the payment, which fails of it where operators see it; so are inputs that differ by country, because whose
 * country it is the merchant tells us only after this.
 */
export async function refuseInputs(
  { settings, vault }: Pick<MachineDeps, 'settings' | 'vault'>,
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
  const { cardToken } = request
  const card =
    cardToken !== undefined && hasCardRule(declared, txType)
      ? await typedCard(vault, tx, { merchantId, cardToken })
      : undefined
  // Of a token that cannot be opened the payment fails, where operators see why.
  const isSealed = cardToken !== undefined && card === undefined
  const problems = validateInputs(inputs, { ...requestValues(request), ...card }).filter(
    ({ field }) => !later.includes(field) && !(isSealed && isCardField(field)),
  )
  if (problems.length > 0) throw await refusalOf(tx, { merchantId, locale }, problems)
}

const isCardField = (place: string): boolean => place.startsWith('card.')

/** Whether a merchant asks more of a card than the platform, which has judged it when the token was made. */
function hasCardRule(declared: readonly DeclaredInput[], txType: string): boolean {
  const platform = platformInputs(txType)
  return declared.some((input) => {
    const { required, regex, min, max } = input
    const own = platform.find(({ key }) => key === input.key)
    return (
      isCardField(input.key) &&
      (min !== null || max !== null || regex !== own?.regex || required !== own.required)
    )
  })
}

/** What was typed in for the card, by its places in the request. It is judged here and kept nowhere. */
async function typedCard(
  vault: MachineDeps['vault'],
  tx: Tx,
  { merchantId, cardToken }: { readonly merchantId: number; readonly cardToken: string },
): Promise<InputValues | undefined> {
  try {
    const card = await vault.typedCard(tx, merchantId, cardToken)
    return (
      card && {
        'card.pan': card.pan,
        'card.expiry': card.expiry,
        'card.cvv': card.cvv ?? undefined,
        'card.holder': card.holder ?? undefined,
      }
    )
  } catch (error) {
    if (error instanceof DamagedCard) return undefined
    throw error
  }
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
