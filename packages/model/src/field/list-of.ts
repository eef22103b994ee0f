import * as z from 'zod/mini'

/** A list that whoever makes the answer may keep and share: nobody changes it on the way. */
export const listOf = <T>(item: z.ZodMiniType<T>): z.ZodMiniType<readonly T[]> => z.array(item)
