import { expect, test } from 'vitest'
import { describeAgent, isHandheld } from './describe-agent.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'

test.each([
  [chrome, 'Chrome on Windows'],
  [`${chrome} Edg/156.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown program'],
])('%s is %s', (agent, words) => {
  expect(describeAgent(agent)).toBe(words)
})

test('a phone is told from a desk', () => {
  expect(isHandheld('… (iPhone; …)')).toBe(true)
  expect(isHandheld(chrome)).toBe(false)
})
