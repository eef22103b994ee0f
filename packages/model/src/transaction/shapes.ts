import * as z from 'zod/mini'
import type { Field } from '../field/field.ts'
import type { DetailSection, TransactionField } from './declare.ts'
import { transactionDeclaration } from './transaction-fields.ts'

type Declaration = typeof transactionDeclaration
export type FieldName = keyof Declaration

/** Every declared field by its name, whatever it declares. */
export const declaredFields = Object.entries(transactionDeclaration) as [FieldName, TransactionField][]

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(transactionDeclaration, name)

type Stored = { readonly blank: unknown }
type Amount = Stored & { readonly currency: string }

/** What a field is called in the row: amounts say that they are minor units. */
type MemberOf<Name extends FieldName> = Declaration[Name] extends Amount
  ? `${Name}Minor`
  : Declaration[Name] extends Stored
    ? Name
    : never

/** A transaction as it is stored. Instants are ISO texts, money is minor units. */
export type StoredTransaction = {
  -readonly [Name in FieldName as MemberOf<Name>]: Declaration[Name] extends { readonly blank: infer Value }
    ? Value
    : never
}

type Camel<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text
type ColumnOf<Name extends FieldName> = Declaration[Name] extends { readonly column: infer C extends string }
  ? Camel<C>
  : MemberOf<Name>

/** The same by the names of the columns, in camel case. */
export type StoredColumns = {
  [Name in FieldName as ColumnOf<Name>]: Declaration[Name] extends { readonly blank: infer Value }
    ? Value
    : never
}

export const memberOf = (name: string, { currency }: TransactionField): keyof StoredTransaction =>
  (currency ? `${name}Minor` : name) as keyof StoredTransaction

type Listed = { readonly list: Field }
type Read = Listed | { readonly readInList: true }
type Opened = Read | { readonly detail: Field } | { readonly mask: 'ATTRIBUTES' }

/** What the list reads of a row, to show it or to say what can be done about it. */
export type ListedMember = {
  [Name in FieldName]: Declaration[Name] extends Read ? MemberOf<Name> : never
}[FieldName]
/** What the open payment reads. */
export type OpenedMember = {
  [Name in FieldName]: Declaration[Name] extends Opened ? MemberOf<Name> : never
}[FieldName]

type ListFields = {
  [Name in FieldName as Declaration[Name] extends Listed ? Name : never]: Declaration[Name] extends {
    readonly list: infer F
  }
    ? F
    : never
}
type DetailFields = {
  [
    Name in FieldName as Declaration[Name] extends { readonly detail: Field } ? Name : never
  ]: Declaration[Name] extends { readonly detail: infer F } ? F : never
}

const picked = (pick: (field: TransactionField) => unknown): unknown =>
  Object.fromEntries(
    declaredFields.flatMap(([name, field]) => {
      const found = pick(field)
      return found === undefined ? [] : [[name, found]]
    }),
  )

/** Every column of the list of transactions, in the order in which they are offered. */
export const listFields = picked(({ list }) => list) as ListFields
/** What the open payment shows beside. */
export const detailFields = picked(({ detail }) => detail) as DetailFields

/** What the open payment adds to one of its sections. */
export const sectionFields = (wanted: DetailSection): [keyof ListFields | keyof DetailFields, Field][] =>
  declaredFields.flatMap(([name, { section, list, detail }]) => {
    const field = list ?? detail
    return section === wanted && field ? [[name as keyof ListFields | keyof DetailFields, field]] : []
  })

type RequestShape = {
  [
    Name in FieldName as Declaration[Name] extends {
      readonly request: { readonly name: infer N extends string }
    }
      ? N
      : never
  ]: Declaration[Name] extends { readonly request: { readonly schema: infer S extends z.ZodMiniType } }
    ? z.ZodMiniOptional<S>
    : never
}

/** What requests of the public API may say and a payment keeps as it was said. */
export const requestShape = Object.fromEntries(
  declaredFields.flatMap(([, { request }]) => (request ? [[request.name, z.optional(request.schema)]] : [])),
) as RequestShape

type OfferedField = { readonly offered: true }
/** Filters by values that are configuration rather than a fixed list; what occurs is offered. */
export type OfferedName = {
  [Name in FieldName]: Declaration[Name] extends OfferedField ? Name : never
}[FieldName]
export const offeredNames = declaredFields.flatMap(([name, { offered }]) =>
  offered ? [name as OfferedName] : [],
)
