import * as z from 'zod/mini'
import { plainProblem } from '../../text/plain-problem.ts'
import { texts } from '../../text/texts.ts'
import { requestSchemas, type Request, type Schema } from './request-schemas.ts'

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
