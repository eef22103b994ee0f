import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { KeyRing } from './key-ring.ts'
import { secretBox } from './secret-box.ts'

const key = randomBytes(32)
const box = secretBox(key)

describe('secretBox', () => {
  it('gives back what was sealed', () => {
    expect(box.open('totp', 'user-1', box.seal('totp', 'user-1', 'Geheimnis ✓'))).toBe('Geheimnis ✓')
  })

  it('seals the same text differently each time', () => {
    expect(box.seal('totp', 'user-1', 'same')).not.toBe(box.seal('totp', 'user-1', 'same'))
  })

  it.each([
    ['another purpose', 'mail', 'user-1', key],
    ['another owner', 'totp', 'user-2', key],
    ['another master key', 'totp', 'user-1', randomBytes(32)],
  ])('does not open for %s', (_what, purpose, owner, masterKey) => {
    const sealed = box.seal('totp', 'user-1', 'secret')
    expect(() => secretBox(masterKey).open(purpose, owner, sealed)).toThrow()
  })

  it('does not open what was changed or cut short', () => {
    const sealed = box.seal('totp', 'user-1', 'secret')
    const at = sealed.length - 3
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    expect(() => box.open('totp', 'user-1', changed)).toThrow()
    expect(() => box.open('totp', 'user-1', sealed.slice(0, 20))).toThrow('damaged')
    expect(() => box.open('totp', 'user-1', sealed.replace('v1', 'v9'))).toThrow('damaged')
  })

  it('names its key, and opens by any key it knows, also what names none', () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const ring = new KeyRing([newer, older])
    const both = secretBox(ring)
    const sealed = secretBox(older).seal('totp', 'user-1', 'secret')
    expect(sealed).toMatch(/^v1\.[\w-]+\.[0-9a-f]{8}$/)
    const nameless = sealed.slice(0, sealed.lastIndexOf('.'))
    for (const text of [sealed, nameless]) expect(both.open('totp', 'user-1', text)).toBe('secret')
    const fresh = both.seal('totp', 'user-1', 'secret')
    expect(fresh.endsWith(`.${ring.sealing.id}`)).toBe(true)
    expect(() => secretBox(older).open('totp', 'user-1', fresh)).toThrow('which is not known here')
    expect(() => secretBox(newer).open('totp', 'user-1', nameless)).toThrow()
  })
})
