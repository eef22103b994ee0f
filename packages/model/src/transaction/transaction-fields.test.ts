import { expect, it } from 'vitest'
import { factOf } from '../rules/facts.ts'
import { declaredFields } from './shapes.ts'

const namesOf = (pick: (field: (typeof declaredFields)[number][1]) => unknown): string[] =>
  declaredFields.flatMap(([name, field]) => (pick(field) ? [name] : []))

it('names facts of the dictionary, known from the request on', () => {
  const named = declaredFields.flatMap(([, { fact, request }]) => (fact ? [{ fact, request }] : []))
  expect(named.filter(({ fact, request }) => !request || !factOf(fact))).toEqual([])
})

it('stores each field in a column of its own and takes it from a member of its own', () => {
  for (const pick of ['column', 'request'] as const) {
    const used = declaredFields.flatMap(([, field]) => {
      const given = field[pick]
      return given === undefined ? [] : [typeof given === 'string' ? given : given.name]
    })
    expect(used).toEqual([...new Set(used)])
  }
})

it('is stored under its own name, but for the columns that docs/adr/0014 tells of', () => {
  const renamed = declaredFields.flatMap(([name, { column }]) => (column ? [`${name} ${column}`] : []))
  expect(renamed.toSorted()).toEqual([
    'authorizedAmount authorized_minor',
    'capturedAmount captured_minor',
    'channelId channel',
    'chargebackAmount chargeback_minor',
    'city user_city',
    'created created_at',
    'dob user_birth_date',
    'email user_email',
    'firstName user_first_name',
    'ipAddr ip',
    'lastName user_last_name',
    'lastUpdated updated_at',
    'maskedUserAccount masked_account',
    'mobile user_phone',
    'refundedAmount refunded_minor',
    'refundingAmount refunding_minor',
    'requestedAmount requested_minor',
    'returnedAmount returned_minor',
    'rulesTrace rule_refs',
    'userCat user_category',
    'vatAmount vat_minor',
    'voidedAmount voided_minor',
  ])
})

it('is shown in the list or in the open payment, not declared for both', () => {
  expect(namesOf(({ list, detail }) => list && detail)).toEqual([])
  expect(namesOf(({ section, list, detail }) => section && !list && !detail)).toEqual([])
})

it('erases what it masks because it names the person', () => {
  const naming = new Set(['PERSON', 'NAME', 'EMAIL', 'IP', 'PHONE', 'BIRTH_DATE', 'ACCOUNT', 'ATTRIBUTES'])
  expect(namesOf(({ mask, erased }) => mask && naming.has(mask) && !erased)).toEqual([])
})

it('gives a person what it erases of them, unless nobody can read it', () => {
  const kept = namesOf(({ erased, exported, list, detail }) => erased && !exported && (list ?? detail))
  // What the platform and others say about the payment, and when it goes on by itself.
  expect(kept.toSorted()).toEqual([
    'bic',
    'captureDueAt',
    'cardExpiry',
    'expiresAt',
    'info',
    'merchantErrMsg',
    'pspStatusMessage',
  ])
})
