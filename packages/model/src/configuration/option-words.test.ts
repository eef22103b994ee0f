import { expect, it } from 'vitest'
import { configTypes } from './config-types.ts'
import type { CredentialField } from './credential-field.ts'
import { optionText } from './option-words.ts'

it('no choice of our own forms reads as a code', () => {
  const fields = Object.values(configTypes).flatMap(({ fields }): readonly CredentialField[] => fields ?? [])
  const bare = fields.flatMap(({ key, options = [] }) =>
    options
      .map((option) => `${key}: ${optionText(key, option)}`)
      .filter((text) => /: [A-Z_]{3,}$/.test(text)),
  )
  expect(fields.length).toBeGreaterThan(20)
  expect(bare).toEqual([])
})
