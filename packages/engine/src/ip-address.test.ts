import { describe, expect, it } from 'vitest'
import { parseAddress, parseAddressRange } from './ip-address.ts'

describe('parseAddress', () => {
  it.each([
    ['0.0.0.0', 0],
    ['255.255.255.255', 0xffffffff],
    ['192.0.2.1', 0xc0000201],
    ['::ffff:192.0.2.1', 0xc0000201],
    ['::ffff:c000:201', 0xc0000201],
    ['::', '\0\0\0\0\0\0\0\0'],
    ['1:2:3:4:5:6:7:8', '\x01\x02\x03\x04\x05\x06\x07\x08'],
    ['1::8', '\x01\0\0\0\0\0\0\x08'],
    ['1:2:3:4:5:6:0.7.0.8', '\x01\x02\x03\x04\x05\x06\x07\x08'],
    ['ABCD::', '\uabcd\0\0\0\0\0\0\0'],
  ])('reads %s', (text, address) => {
    expect(parseAddress(text)).toBe(address)
  })

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '1.2.3.4 ',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    '1.2.3.4::',
    '::1.2.3',
    ':1:2:3:4:5:6:7',
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })
})

describe('parseAddressRange', () => {
  it.each([
    ['192.0.2.77/24', 0xc0000200, 0xc00002ff],
    ['10.1.2.3', 0x0a010203, 0x0a010203],
    ['0.0.0.0/0', 0, 0xffffffff],
    ['::ffff:10.0.0.0/104', 0x0a000000, 0x0affffff],
    ['2001:db8::/33', '\u2001\u0db8\0\0\0\0\0\0', '\u2001\u0db8\u7fff\uffff\uffff\uffff\uffff\uffff'],
    ['::1/128', '\0\0\0\0\0\0\0\x01', '\0\0\0\0\0\0\0\x01'],
  ])('reads %s', (text, from, to) => {
    expect(parseAddressRange(text)).toEqual({ from, to })
  })

  it.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '/8'])(
    'refuses %s',
    (text) => {
      expect(parseAddressRange(text)).toBeUndefined()
    },
  )
})
