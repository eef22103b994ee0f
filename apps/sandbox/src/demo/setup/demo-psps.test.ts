import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoPsps } from './demo-psps.ts'

const guide = readFileSync(new URL('../../../../../docs/guide/sandbox.md', import.meta.url), 'utf8')

/** What the guide says a provider supports: the last column of its row. */
const supportedByGuide = (psp: string): string[] => {
  const row = guide.split('\n').find((line) => line.startsWith(`| \`${psp}\` |`))
  const last = row?.split('|').at(-2) ?? ''
  return ['refund', 'void', 'capture', 'reversal'].filter((word) => last.includes(word))
}

it.each(demoPsps)('the guide says of $psp what its entry in the catalogue offers', (entry) => {
  const { psp, capabilities = [], authTypes = [] } = entry
  const offered = [
    ...(capabilities.includes('REFUND') ? ['refund'] : []),
    ...(capabilities.includes('VOID') ? ['void'] : []),
    ...(authTypes.includes('PRE') ? ['capture'] : []),
    ...(capabilities.includes('REVERSAL') ? ['reversal'] : []),
  ]
  expect(supportedByGuide(psp)).toEqual(offered)
})
