import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { plainProblem } from '../text/plain-problem.ts'
import { texts } from '../text/texts.ts'
import { allCalls } from './index.ts'

type Schema = z.core.$ZodType
type Def = Readonly<Record<string, unknown>> & { readonly type: string }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value

/** What stands inside of a schema, with the name it has there. */
function partsOf(schema: Schema): [name: string, part: Schema][] {
  const def = schema._zod.def as Def
  const found: [string, Schema][] = []
  for (const [name, value] of Object.entries(def)) {
    if (name === 'checks') continue
    if (name === 'shape') found.push(...(Object.entries(value as object) as [string, Schema][]))
    else if (Array.isArray(value))
      found.push(...value.filter(isSchema).map((each) => ['', each] as [string, Schema]))
    else if (isSchema(value)) found.push(['', value])
  }
  return found
}

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

/** Every schema of every request, by where it was met first. */
function requestSchemas(): Map<Schema, string> {
  const met = new Map<Schema, string>()
  const visit = (schema: Schema, place: string): void => {
    if (met.has(schema)) return
    met.set(schema, place)
    for (const [name, part] of partsOf(schema)) visit(part, name ? `${place}.${name}` : place)
  }
  for (const { key, params, query, body } of allCalls)
    for (const [what, schema] of Object.entries({ params, query, body }))
      if (isSchema(schema)) visit(schema, `${key} ${what}`)
  return met
}

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
