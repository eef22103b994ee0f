import * as z from 'zod/mini'

/** One of the names of a list of labels; what the compiler knows of them, the schema knows too. */
export const oneOf = <Name extends string>(labels: Readonly<Record<Name, unknown>>, error?: string) =>
  z.enum(Object.keys(labels) as Name[], error === undefined ? undefined : { error })
