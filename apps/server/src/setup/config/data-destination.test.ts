import { describe, expect, it } from 'vitest'
import { dataDestinationProblem } from './data-destination.ts'

describe('an address that receives card or identity data', () => {
  const inProduction = { production: true, allowedHosts: ['3ds.example', '3ds.example:8443'] }
  it.each([
    ['https://3ds.example/v2', true],
    ['https://3ds.example:8443', true],
    ['http://3ds.example', false],
    ['https://3ds.example.evil.example', false],
    ['https://3ds.example@evil.example', false],
    ['https://localhost', false],
  ])('%s is accepted in production: %s', (address, accepted) => {
    expect(dataDestinationProblem(address, inProduction) === undefined).toBe(accepted)
  })

  it('is none at all in production while the platform allows none', () => {
    expect(
      dataDestinationProblem('https://3ds.example', { production: true, allowedHosts: [] }),
    ).toBeDefined()
  })

  it('may be on this machine outside production, and anywhere while no hosts are named', () => {
    const rules = { production: false, allowedHosts: ['3ds.example'] }
    expect(dataDestinationProblem('http://127.0.0.1:4000', rules)).toBeUndefined()
    expect(dataDestinationProblem('https://evil.example', rules)).toBeDefined()
    expect(dataDestinationProblem('https://evil.example', { ...rules, allowedHosts: [] })).toBeUndefined()
  })
})
