import { expandCountries } from '@signalbox/model/rules/country-groups'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'

/** What the engine must be told about the world to understand a cell. */
export interface Vocabulary {
  readonly factOf: (key: string) => FactDeclaration | undefined
  /** Countries and groups of countries to countries. */
  readonly expandCountries: (values: readonly string[]) => readonly string[]
}

/** The platform's own dictionary. */
export const platformVocabulary: Vocabulary = { factOf, expandCountries }

/** A cell nobody could evaluate. Versions are checked before they are saved, so this is a defect or a draft. */
export class CellError extends Error {
  readonly column: string
  /** Its row, counted from 0; `undefined` in a precondition. */
  readonly row: number | undefined
  readonly reason: string

  constructor(column: string, row: number | undefined, reason: string) {
    super(`${row === undefined ? 'precondition' : `row ${row + 1}`}, ${column}: ${reason}`)
    this.name = 'CellError'
    this.column = column
    this.row = row
    this.reason = reason
  }
}
