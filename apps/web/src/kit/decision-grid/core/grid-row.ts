import type { Rule } from '@signalbox/model/rules/rule'

/** What somebody typed or pasted that is no cell, kept as it is until it is put right. */
export interface WrongText {
  readonly text: string
  /** What is wrong with it. */
  readonly message: string
}

/** A row while it is edited. Its number is its place in the list, whatever `no` says. */
export interface GridRow extends Rule {
  /** By column. */
  readonly wrong?: Readonly<Record<string, WrongText>>
}

export const emptyRow = (id: string): GridRow => ({
  id,
  no: 0,
  name: '',
  note: '',
  enabled: true,
  conditions: {},
  outputs: {},
})

/** Nobody put anything into it yet. */
export const isEmptyRow = ({ name, note, conditions, outputs, wrong }: GridRow): boolean =>
  name === '' &&
  note === '' &&
  wrong === undefined &&
  Object.keys(conditions).length === 0 &&
  Object.keys(outputs).length === 0
