import { settlementLine } from '@signalbox/model/entities/settlement-line'
import { expect, it } from 'vitest'
import { lineRefusal } from './batch-rules.ts'

const line = (more: object) => ({ id: 'line-1', version: 1, merchantId: 1, writeOffBy: null, ...more })

it.each(Object.keys(settlementLine.operations))('a line that is void is not offered to %s', (name) => {
  for (const origin of ['MISSING', 'TOTAL'])
    expect(lineRefusal(name, line({ matchStatus: 'VOID', origin })), origin).not.toBeNull()
})

it('a decision about a line can be undone, and so can a request', () => {
  expect(lineRefusal('reopen', line({ matchStatus: 'WRITTEN_OFF' }))).toBeNull()
  expect(lineRefusal('reopen', line({ matchStatus: 'MISSING', writeOffBy: 'anna' }))).toBeNull()
  expect(lineRefusal('reopen', line({ matchStatus: 'MISSING' }))).toBe('Nothing was decided about the line.')
})
