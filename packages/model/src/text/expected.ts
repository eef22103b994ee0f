import { texts } from './texts.ts'

interface InputIssue {
  readonly input?: unknown
}

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

/** What is missing is asked for; what is there and wrong is told what it should be. */
export const expected =
  (what: string) =>
  ({ input }: InputIssue): string =>
    isMissing(input) ? texts.required : what

/** What is wrong with a number that should be a whole one, or that no whole number is. */
export const wrongWhole = (input: unknown): string => {
  if (typeof input !== 'number') return texts.mustBeNumber
  if (!Number.isInteger(input)) return texts.mustBeWhole
  return input > 0 ? texts.tooLarge(Number.MAX_SAFE_INTEGER) : texts.tooSmall(Number.MIN_SAFE_INTEGER)
}

/** The same for whole numbers. */
export const expectedWhole = ({ input }: InputIssue): string => expected(wrongWhole(input))({ input })
