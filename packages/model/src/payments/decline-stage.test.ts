import { describe, expect, it } from 'vitest'
import { errorCodes } from '../reference/status-codes.ts'
import { declineStageOf, hasAnswerStage } from './decline-stage.ts'

const ends = errorCodes.filter(({ status }) => status === 'FAILED' || status === 'CANCELLED')

describe('who refused a payment', () => {
  it.each(ends.map(({ no, code }) => [no, code] as const))('%i %s has a stage in answers of PSPs', (no) => {
    expect(hasAnswerStage(no)).toBe(true)
  })

  it.each([
    [501, 'PSP'],
    [502, 'PSP'],
    [503, 'PSP'],
    [504, 'ISSUER'],
    [510, 'PSP'],
    [512, 'PSP'],
    [514, 'PSP'],
    [529, 'THREE_DS'],
    [530, 'ISSUER'],
    [533, 'PSP'],
    [534, 'PSP'],
    [543, 'PSP'],
    [572, 'PSP'],
    [573, 'PSP'],
    [575, 'ISSUER'],
    [578, 'PSP'],
    [579, 'PSP'],
    [597, 'ISSUER'],
    [600, 'USER'],
    [602, 'PSP'],
  ])('%i in the answer of a PSP is refused by %s', (no, stage) => {
    expect(declineStageOf(no, 'D15')).toBe(stage)
  })

  it.each([
    [503, 'D6', 'RULES'],
    [503, 'D8', 'FRAUD'],
    [581, 'D4', 'RULES'],
    [504, 'D4', 'RULES'],
    [580, 'D8', 'SYSTEM'],
    [523, 'D7', 'RULES'],
    [574, 'D7', 'SYSTEM'],
    [575, 'D7', 'PSP'],
    [522, 'D11', 'MERCHANT'],
    [500, 'D14', 'SYSTEM'],
    [501, 'D14', 'PSP'],
    [568, 'EXPIRY', 'USER'],
    [551, 'EXPIRY', 'THREE_DS'],
    [600, 'PERSON', 'USER'],
    [601, 'PERSON', 'MERCHANT'],
    [601, 'D12', 'RULES'],
    [506, 'FORCED', 'SYSTEM'],
  ] as const)('%i at %s is refused by %s', (no, place, stage) => {
    expect(declineStageOf(no, place)).toBe(stage)
  })

  it('goes by what the catalogue says about the code of one PSP', () => {
    expect(declineStageOf(503, 'D15', 'ISSUER')).toBe('ISSUER')
    expect(declineStageOf(530, 'D15', 'PSP')).toBe('PSP')
    expect(declineStageOf(530, 'D15', 'ANY')).toBe('ISSUER')
    expect(declineStageOf(581, 'D4', 'ISSUER')).toBe('RULES')
  })
})
