import type * as z from 'zod/mini'
import type { Schema } from '@signalbox/model/field/endpoint'
import { plainProblem } from '@signalbox/model/text/plain-problem'
import { Refusal, type FieldProblem } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'

type Issue = z.core.$ZodIssue

function problemsOf(issue: Issue): FieldProblem[] {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: field ? `${field}.${key}` : key,
      code: 'UNKNOWN_FIELD',
      message: texts.unknownField,
    }))
  }
  return [{ field, code: issue.code.toUpperCase(), message: issue.message }]
}

/** Parses one part of a request; every problem is named with its field, so that a form can show it there. */
export function parse<T>(schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: plainProblem })
  if (result.success) return result.data
  throw new Refusal('INVALID', { fields: result.error.issues.flatMap(problemsOf).slice(0, 100) })
}

/** The same for what lies inside one field: its problems are named with the field in front. */
export function parseField<T>(field: string, schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: plainProblem })
  if (result.success) return result.data
  const problems = result.error.issues.flatMap(problemsOf).slice(0, 100)
  throw new Refusal('INVALID', {
    fields: problems.map((problem) => ({
      ...problem,
      field: problem.field ? `${field}.${problem.field}` : field,
    })),
  })
}
