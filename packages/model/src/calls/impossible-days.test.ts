import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { allCalls } from './index.ts'
import { requestSchemas, type Schema } from './testing/request-schemas.ts'

const takes = (schema: Schema, text: string): boolean => z.safeParse(schema, text).success

/** How days and instants are written in requests, alone and as ranges. */
const forms: readonly ((day: string) => string)[] = [
  (day) => day,
  (day) => `${day}T10:00:00Z`,
  (day) => `${day}T10:00:00.000Z`,
  (day) => `${day}T10:00:00+01:00`,
  (day) => `${day}..`,
  (day) => `..${day}T00:00:00.000Z`,
]

it('takes no day that is in no calendar, wherever a day is asked for', () => {
  const rolling: string[] = []
  for (const [schema, place] of requestSchemas(allCalls))
    for (const form of forms) {
      const isOfDays =
        takes(schema, form('2028-02-29')) &&
        !['xx', 'XX'].some((junk) => takes(schema, form(`2028-02-${junk}`)))
      if (!isOfDays) continue
      for (const day of ['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-01-00'])
        if (takes(schema, form(day))) rolling.push(`${place}: ${form(day)}`)
    }
  expect(rolling).toEqual([])
})
