import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant, writeInstant } from './local-instant.ts'

describe('instants as people type them', () => {
  it('reads back what it wrote, in any zone', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Stockholm',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Pacific/Apia',
    )
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 60 })
    fc.assert(
      fc.property(minutes, zones, (minute, zone) => {
        const text = writeInstant(new Date(minute * 60_000).toISOString(), zone)
        const read = readInstant(text, zone)
        expect(read && writeInstant(read, zone)).toBe(text)
      }),
    )
  })

  it('refuses times that do not exist', () => {
    expect(readInstant('2026-03-29 02:30', 'Europe/Stockholm')).toBeNull()
    expect(readInstant('2026-13-01 00:00', 'UTC')).toBeNull()
    expect(readInstant('tomorrow', 'UTC')).toBeNull()
  })
})
