import type { CircumstanceFinder } from '../circumstances.ts'
import type { TestCaseRunner } from '../test-cases.ts'
import type { TrafficFinder } from '../traffic.ts'

/** A world without rates, maintenance and other payments. */
export const quietCircumstances: CircumstanceFinder = () =>
  Promise.resolve({
    rates: { base: 'EUR', quotes: new Map() },
    closed: () => undefined,
    exceeded: () => Promise.resolve(new Set()),
  })

/** No ruleset of these tests has test cases. */
export const noTestCases: TestCaseRunner = () => Promise.resolve([])

export const noTraffic: TrafficFinder = (_tx, { now }) =>
  Promise.resolve({
    from: now.toISOString(),
    to: now.toISOString(),
    payments: [],
    rates: { base: 'EUR', quotes: new Map() },
  })
