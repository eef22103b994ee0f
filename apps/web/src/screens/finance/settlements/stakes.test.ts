import { settlementLine } from '@signalbox/model/entities/settlement-line'
import type { lineDifferences } from '@signalbox/model/settlements/settlement-words'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, it } from 'vitest'
import type { Row } from '../../../kit/list/listing.ts'
import { fakeRecord } from '../../../kit/testing/fake-record.ts'
import { lineStakes } from './stakes.ts'

type LineDifference = keyof typeof lineDifferences

const money = (amount: string) => ({ amount, currency: 'SEK' })
const lineWith = (difference: LineDifference): Row =>
  fakeRecord(settlementLine, {
    id: 'line-1',
    version: 1,
    merchantId: 100010000,
    origin: 'FILE',
    gross: money('160.33'),
    expected: money('160.33'),
    differences: [difference],
  })

it('whoever accepts a line that clears nothing is told that all of it becomes a difference', () => {
  const told = (name: string, difference: LineDifference) =>
    lineStakes(name, [lineWith(difference)], defaultUserFormats).join(' ')
  const whole = /whole amount (?:of this one )?is posted as a difference/
  for (const difference of ['DUPLICATE', 'STATE_DIFF', 'UNKNOWN_AT_US'] as const)
    for (const name of ['accept-difference', 'write-off']) expect(told(name, difference)).toMatch(whole)
  expect(told('accept-difference', 'FEE_DIFF')).not.toMatch(whole)
  expect(told('link', 'UNKNOWN_AT_US')).not.toMatch(whole)
})
