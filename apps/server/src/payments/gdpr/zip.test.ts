import { expect, it } from 'vitest'
import { readArchive } from './testing/read-archive.ts'
import { zipOf } from './zip.ts'

const at = new Date('2026-11-16T10:00:00Z')
const entries = [
  { name: 'data.json', content: '{"é":"Åsa"}' },
  { name: 'größe.csv', content: 'x'.repeat(100_000) },
  { name: 'empty.csv', content: '' },
]
const contents = Object.fromEntries(entries.map(({ name, content }) => [name, content]))

it('an archive is opened by a reader that is not ours, with its password and without one', async () => {
  expect(await readArchive(zipOf(entries, at))).toEqual(contents)
  expect(await readArchive(zipOf(entries, at, 'correct horse'), 'correct horse')).toEqual(contents)
})

it('an encrypted archive is refused with another password, without one, and when a byte was changed', async () => {
  const file = zipOf(entries.slice(0, 1), at, 'correct horse')
  await expect(readArchive(file, 'wrong')).rejects.toThrow(/password/i)
  await expect(readArchive(file)).rejects.toThrow(/encrypted/i)
  const changed = Buffer.from(file)
  // Of the sealed content: after the header, the name, the extra field, the salt and the check of the password.
  const place = 30 + 'data.json'.length + 11 + 16 + 2 + 3
  changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
  await expect(readArchive(changed, 'correct horse')).rejects.toThrow()
})
