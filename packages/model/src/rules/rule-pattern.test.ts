import { describe, expect, it } from 'vitest'
import { compileRulePattern } from './rule-pattern.ts'

const accepts = (pattern: string, text: string, caseSensitive = false) =>
  compileRulePattern(pattern, { caseSensitive })?.(text)

describe('a pattern in a rule', () => {
  it('must fit the whole text', () => {
    expect(accepts('4.*', '4571')).toBe(true)
    expect(accepts('4.*', '14571')).toBe(false)
    expect(accepts('a|bc', 'bcd')).toBe(false)
  })

  it('reads across lines and without regard to case unless the fact is an identifier', () => {
    expect(accepts('.*insufficient.*', 'Declined:\nINSUFFICIENT funds')).toBe(true)
    expect(accepts('vip-\\d', 'VIP-1', true)).toBe(false)
  })

  it.each([
    ['lookahead', '(?=a)b'],
    ['lookbehind', '(?<=a)b'],
    ['backreference', '(a)\\1'],
    ['nested repetition', '(a+)+'],
    ['nested repetition in a group of its own', '((?:ab*c)){2,5}'],
    ['nested repetition behind a class', '([]x]*)*'],
    ['nested repetition with an open count', '(\\d{2,})*'],
    ['double repetition', 'a**'],
    ['unclosed group', '(a'],
    ['reversed count', 'a{3,1}'],
    ['large machine', '\\pL{900}\\pL{900}'],
    ['long text', 'a'.repeat(257)],
    ['nothing', ''],
  ])('is refused for a %s', (_why, pattern) => {
    expect(compileRulePattern(pattern)).toBeNull()
  })

  it.each([
    '(ab)+',
    '(a+)?',
    '(a+){1}',
    '(a{2}){3}',
    '[+*]+',
    '[(a+)]+',
    '\\(a+\\)+',
    '[[:digit:]+]*x',
    '\\Q(a+)\\E+',
    '(a|b)*c+',
    'a{',
  ])('is taken when its repetitions stand side by side: %s', (pattern) => {
    expect(compileRulePattern(pattern)).not.toBeNull()
  })
})
