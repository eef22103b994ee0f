import { describe, expect, it } from 'vitest'
import type { DeclaredInput } from './input-types.ts'
import { platformInputs, resolveInputs } from './resolve-inputs.ts'
import { maskInput, validateInputs } from './validate-inputs.ts'

const declared = (input: Partial<DeclaredInput> & Pick<DeclaredInput, 'key'>): DeclaredInput => ({
  txType: 'VoucherDeposit',
  service: null,
  country: null,
  labelKey: input.key,
  type: 'TEXT',
  required: false,
  regex: null,
  min: null,
  max: null,
  mask: null,
  options: [],
  visibleWhen: null,
  sensitive: false,
  autocomplete: null,
  displayOrder: 100,
  ...input,
})

const codeOf = (input: Partial<DeclaredInput>, value: string): string | undefined => {
  const inputs = resolveInputs([declared({ key: 'extra', ...input })], { txType: 'VoucherDeposit' })
  const problems = validateInputs(inputs, { voucherCode: '7Q2K-9M4T', 'attributes.extra': value })
  return problems.find(({ field }) => field === 'attributes.extra')?.code
}

describe('what may be typed into an input', () => {
  it.each([
    [{ required: true }, '  ', 'REQUIRED'],
    [{ required: true }, 'x', undefined],
    [{}, '', undefined],
    [{ type: 'NUMBER' }, '1.5', undefined],
    [{ type: 'NUMBER' }, '1e9', 'NUMBER'],
    [{ type: 'NUMBER', min: 18 }, '17', 'TOO_SMALL'],
    [{ type: 'NUMBER', max: 99 }, '100', 'TOO_LARGE'],
    [{ min: 3 }, 'ab', 'TOO_SHORT'],
    [{ max: 3 }, 'abcd', 'TOO_LONG'],
    [{ type: 'SELECT', options: [{ value: 'A', labelKey: 'a' }] }, 'B', 'OPTION'],
    [{ type: 'DATE' }, '2026-02-30', 'DATE'],
    [{ type: 'DATE' }, '2028-02-29', undefined],
    [{ type: 'CARD' }, '4111 1111 1111 1111', undefined],
    [{ type: 'CARD' }, '4111111111111112', 'CARD'],
    [{ type: 'IBAN' }, 'de89 3704 0044 0532 0130 00', undefined],
    [{ type: 'IBAN' }, 'DE00370400440532013000', 'IBAN'],
    [{ type: 'PHONE' }, '+46 70 123', undefined],
    [{ type: 'PHONE' }, 'phone', 'PHONE'],
    [{ type: 'EMAIL' }, 'ada@', 'EMAIL'],
    [{ regex: '\\d{4}' }, '12345', 'FORMAT'],
    [{ regex: '\\d{4}' }, '1234', undefined],
    // What nobody can compile lets nothing through.
    [{ regex: '(' }, 'x', 'FORMAT'],
  ] as const)('%o with %s: %s', (input, value, code) => {
    expect(codeOf(input as Partial<DeclaredInput>, value)).toBe(code)
  })

  it('takes linear time, whatever the pattern', () => {
    // Exponential where patterns backtrack.
    expect(codeOf({ regex: '(a+)+b' }, 'a'.repeat(20_000))).toBe('FORMAT')
  })
})

describe('inputs that depend on others', () => {
  const inputs = resolveInputs(
    [
      declared({ key: 'kind' }),
      declared({ key: 'company', required: true, visibleWhen: { key: 'kind', op: 'EQUALS', value: 'B2B' } }),
      declared({ key: 'vat', required: true, visibleWhen: { key: 'company', op: 'FILLED' } }),
      declared({ key: 'one', required: true, visibleWhen: { key: 'two', op: 'NOT_EQUALS', value: 'x' } }),
      declared({ key: 'two', visibleWhen: { key: 'one', op: 'IN', value: 'a, b' } }),
    ],
    { txType: 'VoucherDeposit' },
  )
  const missing = (values: Record<string, string>) =>
    validateInputs(inputs, { voucherCode: '7Q2K-9M4T', ...values }).map(({ field }) => field)
  it('are asked for only then, and those that wait for each other never', () => {
    expect(missing({})).toEqual([])
    expect(missing({ 'attributes.kind': 'B2B' })).toEqual(['attributes.company'])
    expect(missing({ 'attributes.kind': 'B2B', 'attributes.company': 'Acme' })).toEqual(['attributes.vat'])
    expect(missing({ 'attributes.company': 'Acme' })).toEqual([])
  })
})

describe('the inputs of a form', () => {
  const names = (rows: readonly DeclaredInput[], country?: string, service?: string) =>
    resolveInputs(rows, { txType: 'VoucherDeposit', country, service }).map(({ labelKey }) => labelKey)

  it('are the most precise of each key, in order', () => {
    const rows = [
      declared({ key: 'extra', labelKey: 'any', displayOrder: 1 }),
      declared({ key: 'extra', labelKey: 'german', country: 'DEU', displayOrder: 1 }),
      declared({ key: 'extra', labelKey: 'ideal', service: 'IDEAL', displayOrder: 1 }),
      declared({ key: 'other', txType: 'SkrillDeposit' }),
    ]
    expect(names(rows)).toEqual(['any', 'input.vouchercode'])
    expect(names(rows, 'DEU')).toEqual(['german', 'input.vouchercode'])
    expect(names(rows, 'DEU', 'IDEAL')).toEqual(['ideal', 'input.vouchercode'])
  })

  it('always hold what a connector needs', () => {
    expect(names([])).toEqual(['input.vouchercode'])
    expect(platformInputs('CreditcardDeposit').map(({ key }) => key)).toContain('card.cvv')
  })
})

it('a card has expired when its month is over, for whoever says what time it is', () => {
  const values = { 'card.pan': '4111111111111111', 'card.expiry': '2026-10', 'card.cvv': '123' }
  const inputs = resolveInputs([], { txType: 'CreditcardDeposit' })
  const codes = (now?: string) =>
    validateInputs(inputs, values, now === undefined ? undefined : Date.parse(now)).map(
      ({ field, code }) => `${field} ${code}`,
    )
  expect(codes('2026-10-31T23:59:59Z')).toEqual([])
  expect(codes('2026-11-01T12:00:00Z')).toEqual(['card.expiry EXPIRED'])
  expect(codes()).toEqual([])
})

it('a mask writes what is typed', () => {
  expect(maskInput('####-##-##', '20261118')).toBe('2026-11-18')
  expect(maskInput('#### ####', '1234')).toBe('1234')
  expect(maskInput('AA ####', '1ab2c3')).toBe('ab 23')
  expect(maskInput(null, 'as it is')).toBe('as it is')
})
