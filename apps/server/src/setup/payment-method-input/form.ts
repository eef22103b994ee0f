import type { DeclaredInput } from '@signalbox/model/cashier/input-types'
import { formOf, type FormInput } from '@signalbox/model/cashier/input-form'
import { platformLabelKeys, resolveInputs, type InputContext } from '@signalbox/model/cashier/resolve-inputs'
import {
  inputProblemCodes,
  inputProblemKey,
  type InputProblemCode,
} from '@signalbox/model/cashier/validate-inputs'
import type { Database, Tx } from '../../kit/database.ts'
import { textsFor, type Reader, type TextOf } from '../message/read-model.ts'
import { countingInputs } from './store.ts'

const labelKeysOf = ({ labelKey, options }: DeclaredInput): readonly string[] => [
  labelKey,
  ...options.map((option) => option.labelKey),
]

export interface CashierForms {
  /** The fields that count for the merchant, in the user's language. */
  formFor(context: InputContext): FormInput[]
  readonly textOf: TextOf
}

/** The forms of all kinds of payments a user could make, and what else they read, asked for at once. */
export async function cashierForms(
  db: Database | Tx,
  reader: Reader,
  otherKeys: readonly string[],
  txType?: string,
): Promise<CashierForms> {
  const declared = await countingInputs(db, reader.merchantId, txType)
  const textOf = await textsFor(db, reader, [
    ...declared.flatMap(labelKeysOf),
    ...platformLabelKeys,
    ...otherKeys,
  ])
  return { formFor: (context) => formOf(resolveInputs(declared, context), textOf), textOf }
}

const codes = Object.keys(inputProblemCodes) as InputProblemCode[]

/** One form, with what may be wrong with its fields by the key of the message. */
export async function cashierForm(db: Database | Tx, reader: Reader, context: InputContext) {
  const keys = codes.map(inputProblemKey)
  const { formFor, textOf } = await cashierForms(db, reader, keys, context.txType)
  const problems = codes.map((code): [string, string] => {
    const key = inputProblemKey(code)
    return [key, textOf(key, inputProblemCodes[code])]
  })
  return { inputs: formFor(context), problems: Object.fromEntries(problems) }
}

/** What the labels of the merchant's fields say, by the key of the message; a key without a text is not there. */
export async function inputLabels(db: Database | Tx, reader: Reader): Promise<Record<string, string>> {
  const declared = await countingInputs(db, reader.merchantId)
  const keys = [...new Set(declared.flatMap(labelKeysOf))]
  const textOf = await textsFor(db, reader, keys)
  const texts = keys.map((key) => [key, textOf(key, '')] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}
