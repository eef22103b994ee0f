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
  ipv4: texts.invalidIp,
  ipv6: texts.invalidIp,
}

/** More would not be read in a message; they stand in the description of the call. */
const mostNamed = 8

function wrongChoice(values: readonly unknown[]): string {
  const names = values.map(String)
  return names.length <= mostNamed ? texts.mustBeOneOf(names) : texts.invalidChoice
}

interface UnionIssue {
  readonly input?: unknown
  readonly discriminator?: unknown
  readonly errors: readonly (readonly { readonly path: readonly PropertyKey[]; readonly message: string }[])[]
}

/** What each kind wants that a value may be, or what is wrong inside of the kind it is. */
function noneOf({ input, discriminator, errors }: UnionIssue): string {
  if (typeof discriminator === 'string')
    return (input as Readonly<Record<string, unknown>>)[discriminator] === undefined
      ? texts.required
      : texts.invalidChoice
  const inside = errors.flat().find(({ path }) => path.length > 0)
  if (inside) return `${inside.path.map(String).join('.')}: ${inside.message}`
  const wanted = [...new Set(errors.flatMap((branch) => branch.slice(0, 1).map(({ message }) => message)))]
  const [first, ...others] = wanted
  if (first === undefined) return texts.invalidValue
  return [first, ...others.map((other) => other.replace(/^Must be /, ''))].join(' or ')
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
    case 'invalid_value':
      return issue.input === undefined ? texts.required : wrongChoice(issue.values)
    case 'invalid_union':
      return issue.input === undefined ? texts.required : noneOf(issue)
    default:
      return issue.input === undefined ? texts.required : texts.invalidValue
  }
}
