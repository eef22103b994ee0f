import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from '../calls/index.ts'
import { loginCalls } from '../calls/login.ts'
import { depositRequestSchema, withdrawalRequestSchema } from '../payments/payment-request.ts'
import { plainProblem } from './plain-problem.ts'
import { texts } from './texts.ts'
import { merchant } from '../entities/merchant.ts'
import { updateSchema } from '../field/entity-schema.ts'

const calls = [...allCalls, ...Object.values(loginCalls)]
const schemas = [
  ...calls
    .flatMap(({ params, query, body }) => [params, query, body])
    .filter((schema) => schema !== undefined),
  depositRequestSchema,
  withdrawalRequestSchema,
] as z.ZodMiniType[]

/** Of every kind one, long and short, large and small. */
const values = [
  undefined,
  null,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  'x'.repeat(300_000),
  true,
  [],
  [1],
  ['x'],
  {},
  { a: {} },
  Number.NaN,
]

const problems = (schema: z.ZodMiniType, value: unknown) => {
  const read = schema.safeParse(value, { error: plainProblem })
  return read.success ? [] : read.error.issues
}

/** Names of members, as far as a schema tells them. */
const namesIn = (schema: z.ZodMiniType): string[] => {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {})
}

it('no call says what is wrong in the words of the library', () => {
  const library =
    /^(Invalid (input|option|string|key|discriminator)|Too (big|small)|Unrecognized|Expected)|expected|received/
  const found = schemas.flatMap((schema) => {
    const tried = [
      ...values,
      ...namesIn(schema).flatMap((name) => values.map((value) => ({ [name]: value }))),
    ]
    return tried.flatMap((value) => problems(schema, value).map(({ message }) => message))
  })
  expect(found.length).toBeGreaterThan(10_000)
  expect([...new Set(found)].filter((message) => library.test(message))).toEqual([])
})

it('a version that is no number must be one, and one that is missing is required', () => {
  const update = updateSchema(merchant)
  const said = (version: unknown) =>
    problems(update, { version }).find(({ path }) => path[0] === 'version')?.message
  expect([said('1'), said(null), said({})]).toEqual(Array.from({ length: 3 }, () => texts.mustBeNumber))
  expect(said(1.5)).toBe(texts.mustBeWhole)
  expect(said(undefined)).toBe(texts.required)
})
