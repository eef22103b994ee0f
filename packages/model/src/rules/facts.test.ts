import { describe, expect, it } from 'vitest'
import { operators } from './cell.ts'
import { steps } from './fact.ts'
import { anyPaymentColumns, factOf, facts, routedPaymentColumns } from './facts.ts'
import { isKnownAt } from './known-facts.ts'

describe.each(facts.map((fact) => [fact.key, fact] as const))('fact %s', (_key, fact) => {
  it('is complete', () => {
    expect(fact.label.trim()).not.toBe('')
    expect(fact.phrase.trim()).not.toBe('')
    expect(fact.operators.length).toBeGreaterThan(0)
    expect(new Set(fact.operators).size).toBe(fact.operators.length)
    for (const operator of fact.operators) expect(operators).toContain(operator)
    expect(steps).toContain(fact.from)
  })

  it('offers values in one way only', () => {
    const ways = [fact.options, fact.catalogue, fact.suggestions].filter((way) => way !== undefined)
    expect(ways.length).toBeLessThanOrEqual(1)
    if (fact.options) expect(Object.keys(fact.options).length).toBeGreaterThan(1)
  })

  it('asks with operators that suit its type', () => {
    const suits: Partial<Record<typeof fact.type, readonly string[]>> = {
      BOOLEAN: ['is'],
      CURRENCY: ['in', 'notIn'],
      COUNTRY: ['in', 'notIn'],
      STRING_NUMBER_MAP: ['moneyRange'],
      STRING_MAP: ['mapIn', 'mapNotIn', 'set', 'notSet'],
      NUMBER: ['in', 'notIn', 'range'],
    }
    const allowed = suits[fact.type] ?? operators
    expect(fact.operators.filter((operator) => !allowed.includes(operator))).toEqual([])
  })
})

describe('the dictionary', () => {
  it('has unique keys and labels', () => {
    expect(new Set(facts.map((fact) => fact.key)).size).toBe(facts.length)
    expect(new Set(facts.map((fact) => fact.label)).size).toBe(facts.length)
  })

  it('finds a fact by its key and nothing by a name of the language', () => {
    expect(factOf('userCountry')?.type).toBe('COUNTRY')
    expect(factOf('constructor')).toBeUndefined()
  })

  it('keeps facts of single tables out of the shared columns', () => {
    for (const key of ['delayReason', 'mpi', 'excludedUserIds', 'subject', 'cron', 'txState']) {
      expect(factOf(key)).toBeDefined()
      expect(routedPaymentColumns).not.toContain(key)
    }
    expect(anyPaymentColumns).not.toContain('psp')
    expect(routedPaymentColumns).toContain('psp')
    expect(routedPaymentColumns).toContain('fraudScore')
  })

  it('has user, history and stored KYC facts in the cashier already, but not the card or a fresh check', () => {
    const known = (key: string) => {
      const fact = factOf(key)
      return fact !== undefined && isKnownAt(fact, 'D0')
    }
    for (const key of ['userCountry', 'firstDeposit', 'internalKycStatus', 'method'])
      expect(known(key)).toBe(true)
    for (const key of ['bin', 'bic', 'pepsSanctions', 'psp', 'amount']) expect(known(key)).toBe(false)
  })
})
