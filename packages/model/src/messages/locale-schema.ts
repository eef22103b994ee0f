import * as z from 'zod/mini'
import { normalLocale } from './message-locale.ts'

/** A locale somebody asks for, in any way of writing it. */
export const localeQuery = z.string().check(
  z.maxLength(35),
  z.refine((text) => normalLocale(text) !== undefined, { error: 'Must be a locale, like sv_SE' }),
)
