import { describe, expect, it } from 'vitest'
import { fieldProblemOf, placeOfField } from './problem-place.ts'
import { pspRouting } from './tables/psp-routing.ts'

const reversed = { code: 'REVERSED', message: 'Least is more than greatest' } as const

describe('the place of a problem', () => {
  it('names row and column for machines and for people', () => {
    const at = { ruleNo: 3, part: 'conditions', column: 'amount' } as const
    expect(fieldProblemOf(pspRouting, { ...reversed, ...at })).toEqual({
      field: 'rules.3.conditions.amount',
      code: 'REVERSED',
      message: 'Row 3, Amount: Least is more than greatest',
    })
  })

  it('names the line of a file instead of a row', () => {
    const at = { line: 7, part: 'outputs', column: 'psp' } as const
    expect(fieldProblemOf(pspRouting, { ...reversed, ...at })).toMatchObject({
      field: 'lines.7.outputs.psp',
      message: 'Line 7, PSP: Least is more than greatest',
    })
  })

  it('has a name for what belongs to no row', () => {
    const at = { ruleNo: null, part: 'preconditions', column: 'method' } as const
    expect(fieldProblemOf(pspRouting, { ...reversed, ...at })).toMatchObject({
      field: 'preconditions.method',
      message: 'Precondition Payment direction: Least is more than greatest',
    })
  })

  it.each([
    { ruleNo: 3, line: null, part: 'conditions', column: 'amount' },
    { ruleNo: null, line: 12, part: 'outputs', column: 'psp' },
    { ruleNo: 4, line: null, part: 'rule', column: 'name' },
    { ruleNo: null, line: 9, part: 'rule', column: null },
    { ruleNo: null, line: null, part: 'preconditions', column: 'method' },
  ] as const)('is found again from the field: %j', (place) => {
    const { field } = fieldProblemOf(pspRouting, { ...reversed, ...place })
    expect(placeOfField(field)).toEqual(place)
  })

  it('leaves other fields alone', () => {
    expect(placeOfField('changeNote')).toBeNull()
    expect(placeOfField('facts.amount')).toBeNull()
  })
})
