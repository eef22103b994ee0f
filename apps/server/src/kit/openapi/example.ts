import type { JsonSchema } from './json-schema.ts'

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const uuid = '01a1e668-488d-7522-84b7-2ffc2bc717e8'
const moment = '2026-11-16T10:00:00.000Z'

/** What a text or number is, as far as its name tells; the first that fits counts. */
const byName: readonly [name: RegExp, text: string][] = [
  [/^currency$|Currency$|^currencies$|^baseCurrency$/, 'EUR'],
  [/^countr(y|ies)$|Country$/, 'SWE'],
  [/^amount$/, '100.00'],
  [/^merchants?$|[mM]erchantId$|^parentId$/, '100010001'],
  [/[uU]rl$|^website$|^endpoint$/, 'https://merchant.example/hook'],
  [/[eE]mail$/, 'ada@merchant.example'],
  [/^mobile$|[pP]hone$/, '+46701234567'],
  [/^(date|rateDate|valueDate|effectiveFrom)$|[a-z]On$/, moment.slice(0, 10)],
  [/^(month|period)$/, moment.slice(0, 7)],
  [/(At|From|Until|until|from|To)$|^at$|^day$/, moment],
  // Later than `from`, as the end of a period is.
  [/^to$/, '2026-11-17T10:00:00.000Z'],
  [/^locale$/, 'sv_SE'],
  [/^language$/, 'sv'],
  [/^timeZone$/, 'Europe/Stockholm'],
  [/^ip|Ip(s|Addr)?$/, '192.0.2.10'],
  [/^user(name)?$|^by$|^author$/, 'ada.lindberg'],
  [/^note$|^reason$|^text$/, 'Agreed with the merchant'],
  [/^(path|page)$/, '/admin/psp'],
  [/^psp$/, 'acmecards'],
  [/^(buy|sell)Rate$/, '11.25'],
  [/^bin$/, '411111'],
  [/^release$/, '2.43.0'],
  [/^amounts$/, '50.00'],
  [/^vatRate$/, '25'],
  [/^txRefId$/, '100010001A123'],
  [/^sku$/, 'GIFT-EUR'],
  [/^code$/, 'SB01'],
  [/^sha256$/, '0'.repeat(64)],
  [/^id$|Id$|^ids$/, uuid],
]

const wordOf = (name: string): string => byName.find(([pattern]) => pattern.test(name))?.[1] ?? 'Example'

const byFormat: Readonly<Record<string, string>> = {
  uuid,
  'date-time': moment,
  date: moment.slice(0, 10),
  time: '10:00:00',
  email: 'ada@merchant.example',
  uri: 'https://merchant.example/hook',
  ipv4: '192.0.2.10',
}

function textOf({ format, minLength = 0, maxLength = 200, pattern }: JsonSchema, name: string): string {
  const known = typeof format === 'string' ? byFormat[format] : undefined
  if (known !== undefined) return known
  const word = wordOf(name)
  const fitting = typeof pattern === 'string' && !new RegExp(pattern, 'u').test(word) ? '1234' : word
  return fitting.slice(0, Number(maxLength)).padEnd(Number(minLength), 'x')
}

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonSchema, name: string): number {
  const word = Number(wordOf(name))
  const least = Math.max(Number(minimum ?? 1), Number(exclusiveMinimum ?? 0) + 1)
  const plain = Number.isInteger(word) ? word : 1
  return Math.min(Math.max(least, plain), Number(maximum ?? Infinity))
}

/** Few members make a readable example; where none must be there, all are shown. */
function objectOf(schema: JsonSchema, shows: Shows): JsonSchema {
  const { properties, required, additionalProperties, propertyNames } = schema
  const members = Object.entries(isObject(properties) ? properties : {})
  const needed = Array.isArray(required) ? (required as string[]) : []
  const shown = members.filter(([name]) => shows === 'all' || needed.includes(name))
  const example = Object.fromEntries(
    shown.map(([name, inner]) => [name, exampleOf(inner as JsonSchema, shows, name)]),
  )
  if (members.length > 0 || !isObject(additionalProperties)) return example
  const known =
    isObject(propertyNames) && Array.isArray(propertyNames.enum) ? (propertyNames.enum as string[]) : []
  const names = needed.length > 0 ? needed : [known[0] ?? 'example']
  return Object.fromEntries(names.map((each) => [each, exampleOf(additionalProperties, shows, each)]))
}

type Shows = 'all' | 'needed'

/** Of these, one alone would be refused. */
const comeInPairs = /^(amounts|lines)$/

const byType: Readonly<Record<string, (schema: JsonSchema, shows: Shows, name: string) => unknown>> = {
  object: objectOf,
  array: ({ items, prefixItems, minItems = 1 }, shows, name) => {
    if (Array.isArray(prefixItems))
      return prefixItems.map((each) => exampleOf(each as JsonSchema, shows, name))
    if (!isObject(items)) return []
    if (comeInPairs.test(name)) return [exampleOf(items, shows, name), exampleOf(items, shows, name)]
    return Number(minItems) < 2 ? [exampleOf(items, shows, name)] : []
  },
  string: (schema, _shows, name) => textOf(schema, name),
  integer: (schema, _shows, name) => numberOf(schema, name),
  number: (schema, _shows, name) => numberOf(schema, name),
  boolean: () => true,
  null: () => null,
}

/** Something that fits a schema and reads like what it stands for: its own example, or one made of names and kinds. */
export function exampleOf(schema: JsonSchema, shows: Shows, name = ''): unknown {
  const { examples, const: only, enum: words, default: byDefault, type } = schema
  if (Array.isArray(examples)) return examples[0]
  if (only !== undefined) return only
  if (Array.isArray(words)) return words[0]
  if (byDefault !== undefined) return byDefault
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (Array.isArray(either)) return exampleOf(either[0] as JsonSchema, shows, name)
  const kind: unknown = Array.isArray(type) ? type[0] : type
  return typeof kind === 'string' ? byType[kind]?.(schema, shows, name) : 'Example'
}
