import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoReleaseNotes } from './seed-release-notes.ts'

const changelog = readFileSync(new URL('../../../../../CHANGELOG.md', import.meta.url), 'utf8')

it('the release notes of the demo say what the changelog says', () => {
  const lines = demoReleaseNotes.flatMap((note) => note.lines)
  expect(lines.filter((line) => !changelog.includes(`- ${line}\n`))).toEqual([])
})
