import { problem, type CellProblem, type ProblemCode } from '../rule-problem.ts'

/** Stops the reading of a text; the functions people call turn it into an answer. */
export class UnreadableText extends Error {
  readonly problem: CellProblem
  constructor(code: ProblemCode, message: string) {
    super(message)
    this.name = 'UnreadableText'
    this.problem = problem(code, message)
  }
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: CellProblem }

/** Runs a reader, and the check of what it read. */
export function reading<T>(read: () => T, check: (value: T) => CellProblem | undefined): Parsed<T> {
  try {
    const value = read()
    const wrong = check(value)
    return wrong ? { ok: false, problem: wrong } : { ok: true, value }
  } catch (error) {
    if (error instanceof UnreadableText) return { ok: false, problem: error.problem }
    throw error
  }
}
