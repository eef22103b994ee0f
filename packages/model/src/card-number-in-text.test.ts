import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from './card-number-in-text.ts'

describe('a text', () => {
  it.each([
    '4111111111111111',
    'The user said 4111 1111 1111 1111, please refund',
    'card:4111-1111-1111-1111.',
    '(5555.5555.5555.4444)',
    '2223000048400011',
    'amex 378282246310005',
    '6011111111111117',
    '3530111333300000',
    '6759649826438453',
    '4222222222222',
  ])('%s holds the number of a card', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it.each([
    '411111******1111',
    '4111111111111112',
    'transaction 8880735191059',
    '100010001A4111111111111111',
    'SE4550000000058398257466',
    '01900000-0000-7000-8000-000000000001',
    '+46 70 123 45 67',
    '1234567812345670',
    '2026-11-17 14:30:00.000',
    '411111',
    '',
  ])('%s does not', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })
})
