import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { config } from '@signalbox/model/entities/config'
import { refusals, type RefusalCode } from '@signalbox/model/text/refusal'
import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from './api.ts'
import { attemptOn, explainFailure, type Attempt } from './failure.ts'

const refused = (code: RefusalCode, message: string = refusals[code].message) =>
  new ApiError(refusals[code].status, { errorId: 'e1', code, message })
const text = (error: unknown, attempt: Attempt) => explainFailure(error, attempt)?.text

const batch = (done: string): Attempt => ({ label: 'Voucher batch', done })
const setting = (done: string): Attempt => attemptOn(config, done)

describe('failure messages', () => {
  it('uses the fixed sentence of each situation', () => {
    expect(text(refused('INVALID_STATE'), batch('updated'))).toBe('The action could not be performed')
    expect(text(refused('FORBIDDEN'), batch('created'))).toBe('The action could not be performed')
    expect(text(refused('VERSION_CONFLICT'), batch('deleted'))).toBe(
      'Refresh the page and try again. If the problem persists, contact support.',
    )
    expect(text(refused('NOT_FOUND'), batch('updated'))).toBe(
      'Refresh the page and try again. If the problem persists, contact support.',
    )
    expect(text(refused('INVALID'), batch('created'))).toBe('Voucher batch could not be created.')
    expect(text(refused('INTERNAL'), batch('updated'))).toBe(
      'Failed to update entity, please try again later',
    )
    expect(text(refused('INTERNAL'), setting('updated'))).toBe(
      'Failed to update the configuration, please try again later',
    )
    expect(text(refused('INTERNAL'), setting('deleted'))).toBe(
      'Failed to delete the configuration, please try again later',
    )
    expect(text(refused('MAIL_FAILED'), batch('sent a reset link'))).toBe(
      'Failed to send password reset link.',
    )
  })

  it('calls a configuration only what is one', () => {
    expect(text(refused('INTERNAL'), attemptOn(bankMapping, 'updated'))).toBe(
      'Failed to update entity, please try again later',
    )
    expect(text(refused('INTERNAL'), attemptOn(bankMapping, 'deleted'))).toBe(
      'Bank mapping could not be deleted.',
    )
  })

  it('adds what the server said as a second line, with the request id', () => {
    expect(explainFailure(refused('LAST_ADMIN'), batch('disabled'))).toEqual({
      text: 'The action could not be performed',
      detail: 'The last administrator cannot be removed.',
      requestId: 'e1',
    })
  })

  it('stays quiet where the person has been told already', () => {
    expect(explainFailure(new NetworkError('offline'), batch('updated'))).toBeNull()
    expect(explainFailure(refused('UNAUTHENTICATED'), batch('updated'))).toBeNull()
  })
})
