import { hash, verify, type Options } from '@node-rs/argon2'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
}

/** What OWASP asks of argon2id at least: 19 MiB and two passes. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hasherOf = (cost: Options): PasswordHasher => ({
  hash: (password) => hash(password.normalize('NFC'), cost),
  verify: (hashed, password) => verify(hashed, password.normalize('NFC')),
})

export const argon2Hasher = hasherOf(cost)

/** For passwords that everybody knows: tests sign in thousands of times. */
export const cheapHasher = hasherOf({ memoryCost: 64, timeCost: 1, parallelism: 1 })

/** Of a password nobody has. Verifying against it takes as long as against a real one. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$i+EgtAxjMyqbkCkc/oBbdQ$hWjbzXZ0DDvM2gZinmi2eEy8Usg2ZzTzOfrZ+DRwPps'
