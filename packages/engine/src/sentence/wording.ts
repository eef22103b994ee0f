import type { Catalogue, FactDeclaration } from '@signalbox/model/rules/fact'
import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { placeName } from './place-names.ts'
import { percentText } from './quantities.ts'

/** How a reader wants figures and times, and what configured things are called. */
export interface Wording {
  readonly formats: UserFormats
  /** The name of a merchant, a provider or a template; without one it is called by its key. */
  readonly nameOf?: (catalogue: Catalogue, key: string) => string | undefined
}

/** What both a fact and an output say about their values. */
type Valued = Pick<FactDeclaration, 'options' | 'catalogue'> & {
  readonly type: string
  readonly shape?: FactDeclaration['shape']
}

/** People know status codes by their names; the texts that go with them are sentences of their own. */
const isSentence = /[.!]$/

/** Some labels explain themselves after a colon. */
const withoutExplanation = (label: string): string => label.split(':')[0] ?? label

export function valueName(declared: Valued, value: string, { formats, nameOf }: Wording): string {
  if (declared.type === 'COUNTRY') return placeName(value)
  if (declared.type === 'TEXT') return `“${value}”`
  if (declared.type === 'PERCENT' || declared.shape === 'PERCENT') return percentText(value, formats)
  const label =
    declared.options && Object.hasOwn(declared.options, value) ? declared.options[value] : undefined
  if (label !== undefined) return isSentence.test(label) ? value : withoutExplanation(label)
  if (declared.catalogue === 'tx-type') return transactionTypeLabel(value)
  return (declared.catalogue && nameOf?.(declared.catalogue, value)) ?? value
}
