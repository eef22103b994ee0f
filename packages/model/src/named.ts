import * as z from 'zod/mini'

/** What a shape is called in descriptions of the API. The schema itself stays as it is, and may be extended. */
export function named<S extends z.ZodMiniType>(name: string, schema: S): S {
  z.globalRegistry.add(schema, { title: name })
  return schema
}

/** `bank-mapping` is `BankMapping` there. */
export const typeName = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
