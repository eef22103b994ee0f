import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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

export function secretBox(masterKey: Buffer, random: (bytes: number) => Buffer = randomBytes): SecretBox {
  // Deriving a key costs more than using it, and there are a few purposes only.
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    let key = keys.get(purpose)
    if (!key) keys.set(purpose, (key = subkey(masterKey, purpose)))
    return key
  }
  const bindingOf = (purpose: string, owner: string) => Buffer.from(`${version}:${purpose}:${owner}`)
  return {
    seal(purpose, owner, text) {
      const iv = random(ivBytes)
      const cipher = createCipheriv(algorithm, keyFor(purpose), iv)
      cipher.setAAD(bindingOf(purpose, owner))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${Buffer.concat([iv, content]).toString('base64url')}`
    },
    open(purpose, owner, sealed) {
      const [given, content = ''] = sealed.split('.')
      const bytes = Buffer.from(content, 'base64url')
      if (given !== version || bytes.length < ivBytes + tagBytes)
        throw new Error('A sealed secret is damaged')
      const decipher = createDecipheriv(algorithm, keyFor(purpose), bytes.subarray(0, ivBytes))
      decipher.setAAD(bindingOf(purpose, owner))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
