import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { DeclaredInput } from '@signalbox/model/cashier/input-types'
import { inputOptionsSchema, visibleWhenSchema } from '@signalbox/model/cashier/input-form'
import { isKnownInput, isNeededByConnector } from '@signalbox/model/cashier/resolve-inputs'
import type { paymentMethodInput } from '@signalbox/model/entities/payment-method-input'
import type { RecordOf } from '@signalbox/model/field/entity'
import { defaultLocale } from '@signalbox/model/messages/message-locale'
import { placeholdersOf } from '@signalbox/model/messages/placeholders'
import { inputOf, inputsOf } from '@signalbox/model/payments/payment-inputs'
import { asksForCard } from '@signalbox/model/text/security-code-name'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { compileWholePattern } from '@signalbox/model/text/user-pattern'
import type { Work } from '../../kit/handle.ts'
import { parseField } from '../../kit/parse.ts'
import type { ResourceHooks } from '../../kit/resource.ts'
import { textsFor } from '../message/read-model.ts'
import { countingInputs, ownInputs } from './store.ts'

type InputRecord = RecordOf<typeof paymentMethodInput>
type Input = Record<string, unknown>
type Merged = Pick<DeclaredInput, 'txType' | 'key' | 'type' | 'required' | 'regex' | 'min' | 'max'> &
  Partial<Pick<DeclaredInput, 'options' | 'visibleWhen'>>

const problem = (field: string, message: string) => invalid({ field, code: 'INVALID', message })

/** What belongs to a field the platform knows: it has a place in the request, a type, and connectors that rely on it. */
function refuseAgainstPlatform({ txType, key, type, required, visibleWhen }: Merged): void {
  if (!isKnownInput(key)) {
    // A dot leads into a part of the request, and attributes have no parts.
    if (key.includes('.')) throw problem('key', 'Attributes have no dots in their names')
    if (asksForCard(key)) throw problem('key', 'Attributes must not ask for cards: use card.pan and card.cvv')
    return
  }
  if (!inputsOf(txType).some(({ name }) => name === key))
    throw problem('key', `${transactionTypeLabel(txType)} has no field ${key}`)
  const wanted = inputOf(key).type
  if (type !== wanted) throw problem('type', `The type of ${key} is ${wanted}`)
  if (!isNeededByConnector(txType, key)) return
  if (!required) throw problem('required', `The PSP connector needs ${key}`)
  if (visibleWhen) throw problem('visibleWhen', `The PSP connector needs ${key}, so it is always shown`)
}

function refuseInconsistent({ type, regex, min, max, options }: Merged): void {
  if (type === 'SELECT' && (options ?? []).length === 0)
    throw problem('options', 'Please add at least one option')
  if (min !== null && max !== null && min > max) throw problem('min', texts.crossedBounds)
  if (regex && !compileWholePattern(regex, { caseSensitive: true }))
    throw problem('regex', texts.invalidPattern)
}

/** The field it depends on must be one of the same form, and not itself. */
async function refuseUnknownCondition(work: Work, { txType, key, visibleWhen }: Merged): Promise<void> {
  if (!visibleWhen) return
  if (visibleWhen.key === key) throw problem('visibleWhen', 'Choose another field')
  const declared = await countingInputs(work.tx, work.scope.selected, txType)
  if (declared.some((input) => input.key === visibleWhen.key)) return
  throw problem('visibleWhen', `${transactionTypeLabel(txType)} has no field ${visibleWhen.key}`)
}

/** A key without a text would be read by people who pay, and a text with open places would say too little. */
async function refuseUnfitTexts(work: Work, input: Input): Promise<void> {
  const { labelKey, options } = input as Partial<Pick<DeclaredInput, 'labelKey' | 'options'>>
  const keys = [
    ...(labelKey === undefined ? [] : [labelKey]),
    ...(options ?? []).map((each) => each.labelKey),
  ]
  if (keys.length === 0) return
  const textOf = await textsFor(work.tx, { merchantId: work.scope.selected, locale: defaultLocale }, keys)
  for (const key of keys) {
    const text = textOf(key, '')
    const field = key === labelKey ? 'labelKey' : 'options'
    if (text === '')
      throw problem(field, `No message has the key ${key}. Write its text under Messages first.`)
    if (placeholdersOf(text).length > 0)
      throw problem(field, `The message ${key} has placeholders, which nothing fills in a label: “${text}”`)
  }
}

async function checked(work: Work, input: Input, current: Input = {}): Promise<Input> {
  if (input.options !== undefined && input.options !== null)
    parseField('options', inputOptionsSchema, input.options)
  if (input.visibleWhen !== undefined && input.visibleWhen !== null)
    parseField('visibleWhen', visibleWhenSchema, input.visibleWhen)
  const given = { regex: null, min: null, max: null, ...current, ...input } as Input & Merged
  refuseAgainstPlatform(given)
  refuseInconsistent(given)
  await refuseUnknownCondition(work, given)
  await refuseUnfitTexts(work, input)
  return input
}

export const inputHooks: ResourceHooks<InputRecord> = {
  filters: (work) => ({ overridesOnly: (value) => ownInputs(work.scope.selected, value === 'true') }),
  beforeCreate: (work, input) => checked(work, input),
  beforeUpdate: (work, input, current) => checked(work, input, current),
  beforeRemove: async (work, current) => {
    const { txType, key, service, country } = current
    const isGeneral = service === null && country === null
    const isAtTop = work.scope.chain.length === 1
    if (isGeneral && isAtTop && isNeededByConnector(txType, key))
      throw new Refusal('IN_USE', {
        message: `The PSP connector needs ${key} for ${transactionTypeLabel(txType)}.`,
      })
    await refuseIfOthersDepend(work, current)
  },
}

/** A field others depend on would leave them hidden for ever. */
async function refuseIfOthersDepend(work: Work, { txType, key, merchantId }: InputRecord): Promise<void> {
  const declared = await countingInputs(work.tx, merchantId, txType)
  const dependent = declared.find(({ visibleWhen }) => visibleWhen?.key === key)
  if (dependent) throw new Refusal('IN_USE', { message: `${dependent.key} is shown depending on ${key}.` })
}
