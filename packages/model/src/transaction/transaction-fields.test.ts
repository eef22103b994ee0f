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
