import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ringOf, type MasterKey, type NamedKey } from './key-ring.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const version = 'v1'

/** Seals small secrets for storage. What is sealed for one purpose and owner cannot be opened for another. */
export interface SecretBox {
  seal(purpose: string, owner: string, text: string): string
  open(purpose: string, owner: string, sealed: string): string
}

/** One key per purpose, so that no two uses of the master key can be played against each other. */
const subkey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, 'signalbox', purpose, 32))

/**
 * A sealed text ends with the name of its key. Releases that knew of no names wrote none, and read past them: such a text
 * is tried with every key.
 */
export function secretBox(given: MasterKey, random: (bytes: number) => Buffer = randomBytes): SecretBox {
  const ring = ringOf(given)
  // Deriving a key costs more than using it, and there are a few purposes only.
  const keys = new Map<string, Buffer>()
  const keyFor = ({ id, key: masterKey }: NamedKey, purpose: string): Buffer => {
    const name = `${id}:${purpose}`
    let key = keys.get(name)
    if (!key) keys.set(name, (key = subkey(masterKey, purpose)))
    return key
  }
  const bindingOf = (purpose: string, owner: string) => Buffer.from(`${version}:${purpose}:${owner}`)
  return {
    seal(purpose, owner, text) {
      const iv = random(ivBytes)
      const { sealing } = ring
      const cipher = createCipheriv(algorithm, keyFor(sealing, purpose), iv)
      cipher.setAAD(bindingOf(purpose, owner))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${Buffer.concat([iv, content]).toString('base64url')}.${sealing.id}`
    },
    open(purpose, owner, sealed) {
      const [mark, content = '', keyId] = sealed.split('.')
      const bytes = Buffer.from(content, 'base64url')
      if (mark !== version || bytes.length < ivBytes + tagBytes) throw new Error('A sealed secret is damaged')
      const named = keyId === undefined ? undefined : ring.find(keyId)
      if (keyId !== undefined && !named)
        throw new Error(`A secret is sealed with the master key ${keyId}, which is not known here`)
      const openWith = (key: NamedKey): string => {
        const decipher = createDecipheriv(algorithm, keyFor(key, purpose), bytes.subarray(0, ivBytes))
        decipher.setAAD(bindingOf(purpose, owner))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      }
      return named ? openWith(named) : firstThatOpens(ring.keys, openWith)
    },
  }
}

function firstThatOpens(keys: readonly NamedKey[], open: (key: NamedKey) => string): string {
  let failure: unknown
  for (const key of keys) {
    try {
      return open(key)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
