import { schemeToken } from '@signalbox/model/entities/scheme-token'
import { tokenNetworks } from '@signalbox/model/scheme-tokens/token-network'
import { fill, texts } from '@signalbox/model/text/texts'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import type { Onboarding } from './onboarding.ts'

/** What networks ask for. A draft may lack some of it, a submission none. */
export const businessFields = [
  'legalName',
  'tradingName',
  'country',
  'city',
  'address',
  'websiteUrl',
  'mcc',
  'businessIdType',
  'businessIdValue',
  'acquirerIds',
  'debitCreditIndicator',
  'contactEmail',
  'phone',
  'language',
] as const satisfies readonly (keyof Onboarding)[]

type Values = Readonly<Record<string, unknown>>

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const isComplete = (values: Values): boolean =>
  businessFields.every((name) => !isMissing(values[name]))

const missingProblem = (field: (typeof businessFields)[number]): FieldProblem => {
  const { item } = schemeToken.fields[field] as { readonly item?: string }
  return { field, code: 'REQUIRED', message: item ? fill(texts.addAtLeastOne, item) : texts.required }
}

export function requireComplete(values: Values): void {
  const missing = businessFields.filter((name) => isMissing(values[name]))
  if (missing.length > 0) throw invalid(...missing.map(missingProblem))
}

const acquirerId = /^\d{6,11}$/
const noCategory = '0000'

/** What can be known to be wrong before the network says so. */
export function requireValid(values: Onboarding): void {
  requireComplete(values)
  const problems: FieldProblem[] = []
  if (values.acquirerIds.some((id) => !acquirerId.test(id)))
    problems.push({ field: 'acquirerIds', code: 'INVALID', message: 'Each must have 6 to 11 digits' })
  if (values.mcc === noCategory)
    problems.push({ field: 'mcc', code: 'INVALID', message: 'Not a merchant category code' })
  if (problems.length > 0) throw invalid(...problems)
}

export const titleOf = (merchant: string, network: Onboarding['network']): string =>
  `${merchant} · ${tokenNetworks[network]}`
