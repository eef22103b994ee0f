import { describe, expect, it } from 'vitest'
import { isIban, passesLuhn } from '@signalbox/model/reference/account-number'
import { triggerGroups } from './triggers.ts'

const valuesOf = (title: string) =>
  triggerGroups.find((group) => group.title === title)?.triggers.map(({ value }) => value) ?? []

describe('the sheet of triggers', () => {
  it('names each once, and says what each does', () => {
    const all = triggerGroups.flatMap(({ triggers }) => triggers)
    expect(new Set(all.map(({ value }) => value)).size).toBe(all.length)
    expect(all.filter(({ effect }) => effect === '')).toEqual([])
  })

  it('has only cards and IBANs a form would take', () => {
    expect(valuesOf('Cards').filter((pan) => !passesLuhn(pan))).toEqual([])
    expect(valuesOf('IBANs of payouts').filter((iban) => !isIban(iban))).toEqual([])
  })
})
