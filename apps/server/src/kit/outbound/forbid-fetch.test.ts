import { afterAll, expect, it } from 'vitest'
import { forbidFetch } from './forbid-fetch.ts'

const { fetch: original } = globalThis
afterAll(() => {
  globalThis.fetch = original
})

it('leaves nothing to fetch with, whatever the address', async () => {
  forbidFetch()
  await expect(fetch('http://127.0.0.1:9/')).rejects.toThrow('kit/outbound')
})
