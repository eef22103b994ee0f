import { describe, expect, it } from 'vitest'
import { addressKind } from './address-kind.ts'
import { parseAllowedRange } from './allowed-range.ts'
import { destinationsOf, openDestinations } from './destinations.ts'
import { hiddenAddresses } from './testing/hidden-addresses.ts'

const production = openDestinations({ production: true, allowed: [] })
const development = openDestinations({ production: false, allowed: [] })

const loopback = [
  '127.0.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  'localhost',
  'LOCALHOST.',
  'shop.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::127.0.0.1]',
]
const outside = [
  '93.184.216.34',
  '8.8.8.8',
  '[2606:2800:220:1::1]',
  '[64:ff9b::8.8.8.8]',
  'shop.example',
  'constructor',
]

describe('an address', () => {
  it.each(hiddenAddresses)('%s is never called', (host) => {
    expect(production.webProblem(`https://${host}/`)).toBeDefined()
    expect(development.webProblem(`https://${host}/`)).toBeDefined()
  })

  it.each(loopback)('%s is this machine, which is called outside production only', (host) => {
    expect(production.webProblem(`https://${host}/`)).toContain('points to this machine')
    expect(development.webProblem(`http://${host}:8080/`)).toBeUndefined()
  })

  it.each(outside)('%s is outside', (host) => {
    expect(production.webProblem(`https://${host}/`)).toBeUndefined()
  })

  it('is one of https in production, and of nothing else anywhere', () => {
    expect(production.webProblem('http://shop.example/')).toContain('https')
    expect(development.webProblem('http://shop.example/')).toBeUndefined()
    for (const url of [
      'ftp://shop.example/',
      'file:///etc/passwd',
      'shop.example',
      '',
      'https://',
      'https://a b/',
    ])
      expect(development.webProblem(url), url).toBeDefined()
  })

  it('that is no address at all is not public', () => {
    for (const text of ['', 'shop.example', '1.2.3', '::g', '10.0.0.1.5'])
      expect(addressKind(text)).toBe('reserved')
  })

  it('with a zone is judged without it', () => {
    expect(addressKind('fe80::1%eth0')).toBe('link-local')
  })
})

describe('the list of what may be called inside', () => {
  const allowing = (...entries: string[]) =>
    openDestinations({ production: true, allowed: entries.map((entry) => parseAllowedRange(entry)!) })

  it('opens ranges, on one port where it names one', () => {
    const destinations = allowing('10.1.0.0/16', '10.2.0.5:8443', '[fd12::/16]:443', '127.0.0.1:25')
    for (const url of [
      'https://10.1.2.3/',
      'https://10.1.2.3:9000/',
      'https://10.2.0.5:8443/',
      'https://[fd12::7]/',
    ])
      expect(destinations.webProblem(url), url).toBeUndefined()
    for (const url of [
      'https://10.2.0.5/',
      'https://10.3.0.1/',
      'https://[fd12::7]:444/',
      'https://127.0.0.1/',
    ])
      expect(destinations.webProblem(url), url).toBeDefined()
    expect(destinations.addressProblem('::ffff:10.1.2.3', 443)).toBeUndefined()
    expect(destinations.hostProblem('localhost', 25)).toBeUndefined()
  })

  it('does not open metadata services, link-local or multicast addresses', () => {
    const destinations = allowing('0.0.0.0/0', '::/0')
    for (const host of [
      '169.254.169.254',
      '169.254.1.1',
      '100.100.100.200',
      '224.0.0.1',
      '[fd00:ec2::254]',
      '[fe80::1]',
    ])
      expect(destinations.webProblem(`https://${host}/`), host).toBeDefined()
  })

  it('spares https whom the operator named on this machine, and nobody else there', () => {
    const collector = production.trusting('http://127.0.0.1:4318/v1/traces')
    expect(collector.webProblem('http://127.0.0.1:4318/v1/traces')).toBeUndefined()
    expect(collector.webProblem('http://127.0.0.1:4319/')).toContain('https')
    expect(production.webProblem('http://127.0.0.1:4318/')).toContain('https')
    const far = production.trusting('http://collector.example:4318/')
    expect(far.webProblem('http://collector.example:4318/')).toContain('https')
  })

  it('does not spare anybody https', () => {
    expect(allowing('10.1.0.0/16').webProblem('http://10.1.2.3/')).toContain('https')
  })

  it.each(['10.0.0.0/33', 'shop.example', '10.0.0.1:0', '10.0.0.1:70000', 'fd00::/129', '10.0.0', ''])(
    'does not understand %o',
    (entry) => {
      expect(parseAllowedRange(entry)).toBeUndefined()
    },
  )
})

it('the settings of the server say where connections may lead', () => {
  const url = 'https://127.0.0.1/'
  const settings = { environment: 'production', outboundAllow: [] }
  expect(destinationsOf(settings).webProblem(url)).toBeDefined()
  expect(destinationsOf({ ...settings, environment: 'staging' }).webProblem(url)).toBeUndefined()
  expect(
    destinationsOf({ ...settings, outboundAllow: [{ block: '127.0.0.1' }] }).webProblem(url),
  ).toBeUndefined()
})

it('a host the operator set itself is called wherever it lies, on its port and by its name only', () => {
  const destinations = production.trusting('smtp://relay.internal:25')
  expect(destinations.isTrusted('relay.internal', 25)).toBe(true)
  expect(destinations.isTrusted('RELAY.internal.', 25)).toBe(true)
  expect(destinations.isTrusted('relay.internal', 26)).toBe(false)
  expect(destinations.isTrusted('other.internal', 25)).toBe(false)
  expect(production.isTrusted('relay.internal', 25)).toBe(false)
})
