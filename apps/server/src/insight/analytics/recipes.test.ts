import { metricIds, metricOf } from '@signalbox/model/analytics/metrics'
import { expect, it } from 'vitest'
import { recipes } from './recipes.ts'

it('a figure that is declared as an amount for each payment is computed as one, and no other is', () => {
  const declared = metricIds.filter((id) => metricOf(id).each)
  expect(declared).toEqual(metricIds.filter((id) => recipes[id].kind === 'moneyEach'))
  expect(declared.length).toBeGreaterThan(0)
})
