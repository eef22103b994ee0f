import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { Bound, Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { instantOf, numberOf } from './fact-readings.ts'
import { readingOf } from './lookups/value-lookup.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One text for all ways of writing the same conditions, however keys, values and letters were put. */
export function canonicalConditions(
  conditions: Readonly<Record<string, Cell>>,
  { factOf, expandCountries }: Vocabulary,
): string {
  const cells = Object.entries(conditions).map(([key, cell]) => {
    const declaration = factOf(key)
    return [key, declaration ? canonicalCell(cell, declaration, expandCountries) : cell]
  })
  return canonicalJson(Object.fromEntries(cells))
}

function canonicalCell(
  cell: Cell,
  declaration: FactDeclaration,
  expandCountries: Vocabulary['expandCountries'],
): object {
  const sorted = (values: readonly (string | number)[]) => [...new Set(values)].sort()
  switch (cell.op) {
    case 'in':
    case 'notIn':
    case 'mapIn':
    case 'mapNotIn': {
      const values = declaration.type === 'COUNTRY' ? expandCountries(cell.values) : cell.values
      return { ...cell, values: sorted(values.map((value) => sameText(value, declaration))) }
    }
    case 'prefix':
    case 'notPrefix':
    case 'cidr':
    case 'notCidr':
      return { ...cell, values: sorted(cell.values.map((value) => sameText(value, declaration))) }
    case 'match':
    case 'mismatch':
      return { ...cell, values: sorted(cell.values) }
    case 'range':
      return { ...cell, min: sameBound(cell.min, declaration), max: sameBound(cell.max, declaration) }
    case 'schedule':
      return { ...cell, days: sorted(cell.days) }
    case 'moneyRange':
    case 'regex':
    case 'notRegex':
    case 'is':
    case 'set':
    case 'notSet':
      return cell
  }
}

function sameText(value: string, declaration: FactDeclaration): string | number {
  const reading = readingOf(declaration)
  if (reading === 'NUMBER') return numberOf(value) ?? value
  return reading === 'EXACT' ? value : value.toLowerCase()
}

function sameBound(bound: Bound | undefined, { shape, type }: FactDeclaration): Bound | undefined {
  if (!bound) return undefined
  const value =
    shape === 'INSTANT' ? instantOf(bound.value) : type === 'NUMBER' ? numberOf(bound.value) : undefined
  return { ...bound, value: value ?? bound.value }
}
