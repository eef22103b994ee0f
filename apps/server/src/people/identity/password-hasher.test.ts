import { parseOptions } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { argon2Hasher, nobodysHash } from './password-hasher.ts'

it('hashes with argon2id at the cost we promise, and nobody’s hash costs the same', async () => {
  const hashed = await argon2Hasher.hash('correct horse battery 9')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(parseOptions(nobodysHash)).toEqual(parseOptions(hashed))
})

it('tells the right password from one that differs at the far end', async () => {
  const long = 'long passphrase 7 '.repeat(14)
  const hashed = await argon2Hasher.hash(long)
  expect(await argon2Hasher.verify(hashed, long)).toBe(true)
  expect(await argon2Hasher.verify(hashed, `${long.slice(0, -1)}x`)).toBe(false)
})

it('takes a letter and its accent apart for the same as in one piece', async () => {
  const hashed = await argon2Hasher.hash('pa\u00dfw\u00f6rter 123')
  expect(await argon2Hasher.verify(hashed, 'pa\u00dfwo\u0308rter 123')).toBe(true)
})
