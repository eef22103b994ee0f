import { expect, it } from 'vitest'
import { plainProblem } from '../text/plain-problem.ts'
import { texts } from '../text/texts.ts'
import { intParam } from './endpoint.ts'
import { inputSchema } from './field-schema.ts'
import { field, kinds, type Field, type Kind } from './field.ts'

/** A value of each kind that is there and wrong. */
const wrong: Readonly<Record<Kind, readonly unknown[]>> = {
  string: [5, {}],
  text: [5],
  number: ['many', {}, 1.5],
  decimal: ['many', 5],
  boolean: ['yes', 1],
  choice: ['PURPLE', 5],
  choices: ['RED', [5], ['PURPLE']],
  strings: ['one', [5]],
  country: ['XXQ', 5],
  countries: ['SWE', ['XXQ']],
  currency: ['XXQ', 5],
  currencies: ['EUR', ['XXQ']],
  merchant: ['nobody'],
  merchants: [5, ['nobody']],
  instant: ['yesterday', 5],
  day: ['yesterday', 5],
  pattern: ['(', 5],
  // Whatever has parts is checked by the feature.
  json: [],
  money: [5, { amount: 'many', currency: 'EUR' }],
}

const problemsOf = (declared: Field, value: unknown): string[] =>
  (inputSchema(declared).safeParse(value, { error: plainProblem }).error?.issues ?? []).map(
    ({ message }) => message,
  )

const declared = (kind: Kind): Field => ({
  ...field.string({ label: 'Thing', required: true }),
  kind,
  options: { RED: 'Red' },
})

it.each(kinds)('%s: what is there and wrong is not called missing', (kind) => {
  for (const value of wrong[kind]) {
    const problems = problemsOf(declared(kind), value)
    expect([value, problems.length > 0]).toEqual([value, true])
    expect([value, problems.includes(texts.required)]).toEqual([value, false])
  }
})

it.each(kinds.filter((kind) => kind !== 'json'))('%s: what is missing is asked for', (kind) => {
  for (const value of kind === 'money' ? [undefined] : [undefined, null]) {
    const problems = problemsOf(declared(kind), value)
    expect([value, problems]).toEqual([value, [texts.required]])
  }
})

it('says which limit a number is beyond', () => {
  const of = (value: unknown) =>
    intParam(1, 1000).safeParse(value, { error: plainProblem }).error?.issues[0]?.message
  expect(of('5000')).toBe('Must be at most 1000')
  expect(of('0')).toBe('Must be at least 1')
  expect(of('x')).toBe('Must be a number')
  expect(problemsOf({ ...field.number({ label: 'Thing', max: 9 }) } as Field, 10)).toEqual([
    'Must be at most 9',
  ])
})
