import * as z from 'zod/mini'
import { plainProblem } from '../../text/plain-problem.ts'
import { texts } from '../../text/texts.ts'

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

interface Request {
  readonly key: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Every schema of every request, by where it was met first. */
function requestSchemas(requests: readonly Request[]): Map<Schema, string> {
  const met = new Map<Schema, string>()
  const visit = (schema: Schema, place: string): void => {
    // What a transformation is given was checked by what stands before it; members nobody knows are told by name.
    if (met.has(schema) || ['transform', 'never'].includes((schema._zod.def as Def).type)) return
    met.set(schema, place)
    for (const [name, part] of partsOf(schema)) visit(part, name ? `${place}.${name}` : place)
  }
  for (const { key, params, query, body } of requests)
    for (const [what, schema] of Object.entries({ params, query, body }))
      if (isSchema(schema)) visit(schema, `${key} ${what}`)
  return met
}

interface Problem {
  readonly place: string
  readonly value: unknown
  readonly message: string
}

/** What is said of wrong values of every field. */
export function requestProblems(requests: readonly Request[]): Problem[] {
  return [...requestSchemas(requests)].flatMap(([schema, place]) =>
    wrong.flatMap((value) =>
      issuesOf(schema, value).flatMap(({ path, message }) =>
        path.length > 0 ? [] : [{ place, value, message }],
      ),
    ),
  )
}

/** Says the opposite of what is the case: that a value is missing which is there, or that a number is none. */
export const isMisleading = ({ value, message }: Problem): boolean =>
  message === texts.required ||
  (typeof value === 'number' && message === texts.mustBeNumber) ||
  (Number.isInteger(value) && message === texts.mustBeWhole)

export const problemText = ({ place, value, message }: Problem): string =>
  `${place}: ${JSON.stringify(value).slice(0, 20)} ${message}`
