import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { plainProblem } from '../text/plain-problem.ts'
import { texts } from '../text/texts.ts'
import { requestSchemas, type Schema } from './testing/request-schemas.ts'

const wrong: readonly unknown[] = [
  '§ nonsense',
  'x'.repeat(300_000),
  1e300,
  -1e300,
  0.5,
  true,
  {},
  { a: 1 },
  [{}],
  [7],
]

const issuesOf = (schema: Schema, value: unknown): readonly z.core.$ZodIssue[] =>
  z.safeParse(schema, value, { error: plainProblem }).error?.issues ?? []

it('says of a value that is there what it should be, and of a number that is one what is wrong with it', () => {
  const misleading: string[] = []
  for (const [schema, place] of requestSchemas())
    for (const value of wrong) {
      for (const { path, message } of issuesOf(schema, value)) {
        if (path.length > 0) continue
        const isMisleading =
          message === texts.required ||
          (typeof value === 'number' && message === texts.mustBeNumber) ||
          (Number.isInteger(value) && message === texts.mustBeWhole)
        if (isMisleading) misleading.push(`${place}: ${JSON.stringify(value).slice(0, 20)} ${message}`)
      }
    }
  expect(misleading).toEqual([])
})
