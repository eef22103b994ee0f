import { declaredFields, memberOf, type FieldName } from '@signalbox/model/transaction/shapes'
import type { TransactionField } from '@signalbox/model/transaction/declare'
import { snake } from '../../../kit/column.ts'
import type { Transaction } from './transaction.ts'

/** A member of the row and the column it is stored in. */
export interface TransactionColumn {
  readonly name: FieldName | 'stepState'
  readonly member: keyof Transaction
  readonly column: string
  readonly declared: TransactionField
}

const isStored = ({ blank }: TransactionField): boolean => blank !== undefined

/** Every column of the table of transactions. */
export const transactionColumns: readonly TransactionColumn[] = [
  ...declaredFields.flatMap(([name, declared]): TransactionColumn[] => {
    const member = memberOf(name, declared)
    return isStored(declared) ? [{ name, member, column: declared.column ?? snake(member), declared }] : []
  }),
  { name: 'stepState', member: 'stepState', column: 'step_state', declared: {} },
]

const columns = new Map<string, string>(transactionColumns.map(({ member, column }) => [member, column]))

/** The column of a member of the row. */
export function columnOf(member: string): string {
  const column = columns.get(member)
  if (!column) throw new RangeError(`Transactions have no ${member}`)
  return column
}

/** The column of a field, as the console names it. */
export const columnOfField = (name: FieldName): string => columns.get(name) ?? columnOf(`${name}Minor`)
