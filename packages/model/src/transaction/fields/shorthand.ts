import * as z from 'zod/mini'

export const hidden = { column: 'hidden' } as const
export const mono = { mono: true } as const
export const required = { required: true } as const
export const namedPsp = { names: 'psp' } as const
export const ours = { mask: 'OURS' } as const
export const id = { mask: 'ID' } as const
export const inherited = { inherited: true } as const
export const offered = { offered: true } as const
export const readInList = { readInList: true } as const
export const exported = { exported: 'payment' } as const
export const wordLeft = { erased: 'WORD' } as const
export const nothingLeft = { erased: 'NULL' } as const
export const inCurrency = { currency: 'currency', ...ours } as const

export const requestText = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max))
export const attributesSchema = z
  .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(200)))
  .check(z.refine((map) => Object.keys(map).length <= 50, { error: 'At most 50 attributes' }))
export const localeSchema = z
  .string()
  .check(z.regex(/^[a-z]{2}(_[A-Z]{2})?$/, { error: 'Must be like sv_SE' }))
