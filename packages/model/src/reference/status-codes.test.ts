import { describe, expect, it } from 'vitest'
import {
  errorCodes,
  fallbackAfter,
  progressCodes,
  statusCodeOf,
  statusCodes,
  statusCodesNamed,
  txStatuses,
} from './status-codes.ts'
import { StatusNo } from './status-no.ts'

describe('the status catalogue', () => {
  it('has every number once and every name once, but for the one that exists before and after sending', () => {
    expect(new Set(statusCodes.map((status) => status.no)).size).toBe(statusCodes.length)
    const names = statusCodes.map((status) => status.code)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(['ERR_IO_EXCEPTION'])
    expect(statusCodesNamed('ERR_IO_EXCEPTION').map((status) => status.status)).toEqual([
      'INCONSISTENT',
      'FAILED',
    ])
  })

  it('holds 76 names of the specification and 13 of ours', () => {
    expect(new Set(errorCodes.map((status) => status.code)).size).toBe(76 + 13)
  })

  it('has a line for every number that has a name', () => {
    const unexplained = Object.entries(StatusNo).filter(([, no]) => statusCodeOf(no) === undefined)
    expect(unexplained).toEqual([])
  })

  it('explains every code', () => {
    for (const { no, code, text } of statusCodes) {
      expect(Number.isSafeInteger(no), code).toBe(true)
      expect(text, code).toMatch(/^\S.*\.$/)
    }
  })

  it('never lets another PSP try while the outcome is unknown', () => {
    const unknown = errorCodes.filter(({ status }) => status !== 'FAILED')
    expect(unknown.length).toBeGreaterThan(5)
    expect(unknown.filter(({ fallback }) => fallback !== 'NEVER')).toEqual([])
  })

  it('reaches every status', () => {
    expect(new Set(statusCodes.map((status) => status.status))).toEqual(new Set(txStatuses))
    expect(progressCodes.every((status) => !['FAILED', 'INCONSISTENT'].includes(status.status))).toBe(true)
  })

  it('knows codes whose fallback depends on the step', () => {
    expect(statusCodeOf(500)?.fallback).toBe('NEVER')
    expect(fallbackAfter(500, 'D14')).toBe('ALLOWED')
    expect(fallbackAfter(500, 'D9')).toBe('NEVER')
    expect(fallbackAfter(575, 'D7')).toBe('ALLOWED')
    expect(fallbackAfter(501, 'D14')).toBe('ALLOWED')
    expect(fallbackAfter(999, 'D14')).toBe('NEVER')
  })
})
