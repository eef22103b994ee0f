import { describe, expect, it } from 'vitest'
import { readFacts } from './read-facts.ts'

describe('facts from JSON', () => {
  it('become what the engine compares', () => {
    const read = readFacts({
      amount: { amount: '12.50', currency: 'EUR' },
      userCountry: 'SWE',
      firstDeposit: true,
      userAge: 31,
      txType: 'CreditcardDeposit',
      pepsSanctions: ['PEP_WARNING'],
      location: { ip: 'SWE', bin: 'NOR' },
      userAttributes: { segment: 'gold' },
      now: '2026-03-01T12:00:00Z',
      channel: null,
    })
    expect(read).toEqual({
      ok: true,
      facts: {
        amount: { minor: 1250n, currency: 'EUR' },
        userCountry: 'SWE',
        firstDeposit: true,
        userAge: 31,
        txType: 'CreditcardDeposit',
        pepsSanctions: ['PEP_WARNING'],
        location: { ip: 'SWE', bin: 'NOR' },
        userAttributes: { segment: 'gold' },
        now: '2026-03-01T12:00:00Z',
      },
    })
  })

  it.each([
    ['amount', 12, 'Must be an amount'],
    ['amount', { amount: '12.505', currency: 'EUR' }, 'Not an amount'],
    ['amount', { amount: '12', currency: 'XYZ' }, 'XYZ'],
    ['userCountry', 'Sweden', 'Sweden'],
    ['currency', 'EURO', 'EURO'],
    ['userAge', '31', 'Must be a number'],
    ['userAge', 151, 'Must be at most 150'],
    ['firstDeposit', 'yes', 'Must be true or false'],
    ['binType', 'WOODEN', 'WOODEN'],
    ['pepsSanctions', ['PEP_WARNING', 'NONE'], 'NONE'],
    ['location', { moon: 'SWE' }, 'moon'],
    ['bin', '41x', '41x'],
    ['ipAddress', '10.0.0.0/8', '10.0.0.0/8'],
    ['now', 'yesterday', 'yesterday'],
    ['schedule', '2026-03-01T12:00:00Z', 'now'],
    ['colour', 'red', 'no such fact'],
    ['__proto__x', 'red', 'no such fact'],
  ])('%s = %j is refused by name', (fact, value, message) => {
    const read = readFacts({ [fact]: value })
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.problems).toHaveLength(1)
    expect(read.problems[0]?.fact).toBe(fact)
    expect(read.problems[0]?.message).toContain(message)
  })
})
