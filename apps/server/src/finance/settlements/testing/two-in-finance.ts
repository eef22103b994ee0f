import { afterAll, beforeAll } from 'vitest'
import { testPlatform, type TestPlatform } from '../../../testing/test-app.ts'
import { settlementsOf, type Settlements } from './importer.ts'

export interface TwoInFinance {
  readonly platform: TestPlatform
  readonly finance: Settlements
  readonly finance2: Settlements
}

/** A platform for the tests of a file, and the two people in finance on it. */
export function openTwoInFinance(opened: (two: TwoInFinance) => void): void {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await testPlatform()
    opened({
      platform,
      finance: settlementsOf(await platform.as('finance')),
      finance2: settlementsOf(await platform.as('finance2')),
    })
  }, 120_000)
  afterAll(() => platform.close())
}
