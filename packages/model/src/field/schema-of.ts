import type * as z from 'zod/mini'

/** Every member, those that may be left out included, and none of them read-only. */
type Whole<T> = T extends readonly (infer Item)[]
  ? Whole<Item>[]
  : T extends object
    ? { -readonly [Name in keyof T]-?: Whole<T[Name]> }
    : T

type SameMembers<T, Output> = [Whole<T>] extends [Whole<Output>]
  ? [Whole<Output>] extends [Whole<T>]
    ? unknown
    : { readonly schemaIsWiderThanType: never }
  : { readonly schemaIsNarrowerThanType: never }

/**
 * A schema for a type that stands on its own: types of the rules and of the engine know nothing of the wire. A member
 * that only one of the two has does not compile. Everywhere else the schema is the type, by `z.infer`.
 */
export const schemaOf =
  <T>() =>
  <S extends z.ZodMiniType<T>>(schema: S & SameMembers<T, z.infer<S>>): z.ZodMiniType<T> =>
    schema

/**
 * What is built in a loop, from a declaration, has the type that follows from the same declaration; the compiler cannot
 * follow the loop. The only cast of a schema there is.
 */
export const builtAs = <T>(schema: z.ZodMiniType) => schema as z.ZodMiniType<T>

type SameNames<T, Output> = [keyof T] extends [keyof Output]
  ? [keyof Output] extends [keyof T]
    ? unknown
    : never
  : never

/**
 * The outline of something that is read in full once more is known of it, and refused there in words that name the
 * place. Whoever takes it before that takes an outline for the whole.
 */
export const outlineOf =
  <T>() =>
  <S extends z.ZodMiniType>(schema: S & SameNames<T, z.infer<S>>): z.ZodMiniType<T> =>
    builtAs<T>(schema)
