import type * as z from 'zod/mini'
import { wrongWhole } from './expected.ts'
import { texts } from './texts.ts'

type Issue = z.core.$ZodRawIssue

const types: Readonly<Record<string, string>> = {
  number: texts.mustBeNumber,
  nan: texts.mustBeNumber,
  string: texts.mustBeText,
  boolean: texts.mustBeBoolean,
  array: texts.mustBeList,
  tuple: texts.mustBeList,
  object: texts.mustBeObject,
  record: texts.mustBeObject,
  date: texts.invalidDate,
}

const formats: Readonly<Record<string, string>> = {
  email: texts.invalidEmail,
  url: texts.invalidUrl,
  uuid: texts.invalidUuid,
  guid: texts.invalidUuid,
  datetime: texts.invalidDate,
  date: texts.invalidDate,
}

const isCounted = (origin: string): boolean => !['number', 'int', 'bigint'].includes(origin)

/** What is wrong, in the words of the platform: those of the library are for engineers. */
export function plainProblem(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return texts.required
      if (issue.expected === 'int') return wrongWhole(issue.input)
      return types[issue.expected] ?? texts.invalidValue
    case 'too_small':
      return isCounted(issue.origin) ? texts.tooShort : texts.tooSmall(Number(issue.minimum))
    case 'too_big':
      return isCounted(issue.origin) ? texts.tooLong : texts.tooLarge(Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format] ?? texts.invalidValue
    case 'unrecognized_keys':
      return texts.unknownField
    default:
      return issue.input === undefined ? texts.required : texts.invalidValue
  }
}
