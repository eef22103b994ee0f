import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { content, row } from '../testing/ruleset-app.ts'
import { contentHash } from './draft.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the hash of a content', () => {
  it.each([0, 1, 99, 100, 101, 250])('is that of its canonical JSON, with %i rows', (count) => {
    const rules = Array.from({ length: count }, (_, index) => row(`r${index}`, index + 1))
    const whole = content({ rules })
    expect(contentHash(whole)).toBe(sha256(canonicalJson(whole)))
  })

  it('does not depend on the order in which members were written', () => {
    const { rules, ...fields } = content()
    const turned = rules.map((rule) => Object.fromEntries(Object.entries(rule).toReversed()) as never)
    expect(contentHash({ rules: turned, ...fields })).toBe(contentHash(content()))
  })
})
