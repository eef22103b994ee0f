import * as z from 'zod/mini'

/** What a shape is called in descriptions of the API. The schema itself stays as it is, and may be extended. */
export function named<S extends z.ZodMiniType>(name: string, schema: S): S {
  z.globalRegistry.add(schema, { title: name })
  return schema
}

const whole = z.registry()

/**
 * Described in full, but written as it is: where replies hold ten thousand of something with alternatives inside,
 * finding out for each which of them it is would take six times as long as writing it.
 */
export function writtenWhole<S extends z.ZodMiniType>(schema: S): S {
  whole.add(schema)
  return schema
}

export const isWrittenWhole = (schema: z.core.$ZodType): boolean => whole.has(schema)

/** `bank-mapping` is `BankMapping` there. */
export const typeName = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
