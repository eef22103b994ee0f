import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { merchant } from '@signalbox/model/entities/merchant'
import { user } from '@signalbox/model/entities/user'
import { describe, expect, it } from 'vitest'
import { problemsOf } from './record-problems.ts'

describe('problems of a form', () => {
  it('asks for every required field of a new record in the fixed words', () => {
    expect(problemsOf(user, 'create', {})).toEqual({
      username: 'This field is required',
      firstName: 'This field is required',
      lastName: 'This field is required',
      email: 'This field is required',
      roles: 'Please add at least one role',
    })
  })

  it('names wrong forms', () => {
    const filled = {
      username: 'ab',
      firstName: 'A',
      lastName: 'B',
      email: 'nobody',
      phone: 'call me',
      roles: ['AGENT'],
    }
    expect(problemsOf(user, 'create', filled)).toEqual({
      username: 'Use 3 to 64 small letters, digits and . _ @ -',
      email: 'Invalid email',
      phone: 'Mobile number can start with + symbol and must contain only digits.',
    })
    expect(problemsOf(merchant, 'update', { version: 1, name: 'x', descriptor: 'y'.repeat(23) })).toEqual({
      name: 'Too short',
      descriptor: 'Too long',
    })
  })

  it('wants a note where changes go live', () => {
    expect(problemsOf(bankMapping, 'update', { version: 1, swift: 'ABC' })).toEqual({
      note: 'This field is required',
      swift: 'A SWIFT code has 8 or 11 capital letters and digits',
    })
    expect(problemsOf(bankMapping, 'update', { version: 1, bic: '(', note: 'ok then' })).toEqual({
      bic: 'Invalid regular expression',
    })
    expect(
      problemsOf(bankMapping, 'update', { version: 1, beneficiaryNameMax: 'ten', note: 'ok then' }),
    ).toEqual({
      beneficiaryNameMax: 'Must be a number',
    })
  })
})
