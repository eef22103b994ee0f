import fc from 'fast-check'
import { currencies } from '../../reference/currencies.ts'
import type { OutputDeclaration, OutputValue } from '../decision-table.ts'
import { amounts, listOf, texts } from './cell-arbitrary.ts'

/** Sound values of an output. */
export function outputOf({
  type,
  options,
  format,
  min = 0,
  max = 1000,
}: OutputDeclaration): fc.Arbitrary<OutputValue> {
  const choices = options && fc.constantFrom(...Object.keys(options))
  switch (type) {
    case 'STRING':
    case 'TEXT':
    case 'CHOICE':
      return choices ?? texts
    case 'CURRENCY':
      return fc.constantFrom(...currencies.map((currency) => currency.code))
    case 'NUMBER':
    case 'PERCENT':
      return fc.integer({ min, max })
    case 'BOOLEAN':
      return fc.boolean()
    case 'LIST':
      return listOf(choices ?? (format === 'EMAIL' ? fc.constantFrom('a@b.example', 'x.y@z.example') : texts))
    case 'STRING_NUMBER_MAP':
      return amounts
    case 'STRING_LIST_MAP':
      return fc.dictionary(texts, listOf(texts), { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  }
}
