import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { userAgentOf } from './user-agent.ts'

const from = (given: string | undefined) => userAgentOf({ headers: { 'user-agent': given } })

it('is kept as it is, but for card numbers in it and what is too long', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  expect([from(undefined), from(firefox)]).toEqual([null, firefox])
  expect(from('Mozilla/5.0 4111 1111 1111 1111')).toBe('Mozilla/*.* **** **** **** ****')
  expect(from(`${'x'.repeat(295)}4111111111111111`)).toBe(`${'x'.repeat(295)}*****`)
})

it('is read nowhere else, where it would be kept with whatever is in it', () => {
  const root = new URL('..', import.meta.url)
  const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing/'))
    .filter((name) => /['"]user-agent['"]/i.test(readFileSync(new URL(name, root), 'utf8')))
  expect(readers).toEqual(['kit/user-agent.ts'])
})
