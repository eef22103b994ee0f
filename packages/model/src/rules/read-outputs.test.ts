import { describe, expect, expectTypeOf, it } from 'vitest'
import type { MoneyMap } from '../money/money.ts'
import { foundFacts, type KnownFacts, type OnlyFacts } from './facts-known.ts'
import type { OutputsOf } from './outputs-of.ts'
import { readOutputs } from './read-outputs.ts'
import { approval } from './tables/approval.ts'
import type { fraudScore } from './tables/fraud-score.ts'
import { limit } from './tables/limit.ts'
import { pspFallback } from './tables/psp-fallback.ts'
import { velocity } from './tables/velocity.ts'

describe('what a row says', () => {
  it('has the defaults of the table, empty lists and no where it says nothing', () => {
    expect(readOutputs(velocity, { scope: 'IP', window: 3, unit: 'HOUR', action: 'DECLINE' })).toEqual({
      scope: 'IP',
      window: 3,
      unit: 'HOUR',
      windowKind: 'ROLLING',
      countStates: [],
      historyFilter: [],
      action: 'DECLINE',
      failedStatusCode: 'ERR_DECLINED_FRAUD',
      tags: [],
    })
    expect(readOutputs(pspFallback, { stop: true })).toMatchObject({ stop: true, reverseForex: true })
    expect(readOutputs(pspFallback, { reverseForex: false }).reverseForex).toBe(false)
  })

  it('is nothing where it has the wrong kind, or a name the table does not declare', () => {
    expect(readOutputs(limit, { min: 'ten', max: { EUR: '100' }, maxx: { EUR: '1' } })).toEqual({
      max: { EUR: '100' },
      useAttributeLimits: false,
      tags: [],
    })
    expect(readOutputs(approval, { queue: '', delay: '3' })).not.toHaveProperty('queue')
  })

  it('is typed as the table declares it', () => {
    expectTypeOf<OutputsOf<typeof limit>['max']>().toEqualTypeOf<MoneyMap | undefined>()
    expectTypeOf<OutputsOf<typeof limit>['useAttributeLimits']>().toEqualTypeOf<boolean>()
    // @ts-expect-error a misspelt name is no output
    expectTypeOf<OutputsOf<typeof limit>['maxx']>().toBeUnknown()
    expectTypeOf<OutputsOf<typeof velocity>['windowKind']>().toEqualTypeOf<'ROLLING' | 'CALENDAR'>()
    expectTypeOf<OutputsOf<typeof velocity>['unit']>().toEqualTypeOf<
      'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | undefined
    >()
    expectTypeOf<OutputsOf<typeof approval>['tags']>().toEqualTypeOf<
      readonly ('FORBID_CANCEL_BY_USER' | 'FORBID_SAME_APPROVER')[]
    >()
    expectTypeOf<OutputsOf<typeof fraudScore>['action']>().toEqualTypeOf<
      'ACCEPT' | 'DECLINE' | 'REVIEW' | 'FORCE_3DS' | undefined
    >()
  })
})

describe('what is known of a payment', () => {
  const know = <const Given extends KnownFacts>(facts: OnlyFacts<Given>): KnownFacts => facts

  it('has the names and kinds of the dictionary', () => {
    const country = 'SWE' as string | null
    expect(know({ firstDeposit: true, ...(country && { userCountry: country }) })).toEqual({
      firstDeposit: true,
      userCountry: 'SWE',
    })
    // @ts-expect-error a misspelt name, even in a spread, is no fact
    know({ firstDeposit: true, ...(country && { userCountri: country }) })
    // @ts-expect-error a number is no yes or no
    know({ firstDeposit: 1 })
  })

  it('leaves out what was not found', () => {
    expect(foundFacts({ market: null, userCity: undefined, locale: 'sv', suspectedAbuse: false })).toEqual({
      locale: 'sv',
      suspectedAbuse: false,
    })
  })
})
