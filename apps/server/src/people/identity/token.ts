import { createHash } from 'node:crypto'

const tokenBytes = 32

/** 256 random bits, safe in cookies and links. */
export const newToken = (random: (bytes: number) => Buffer): string =>
  random(tokenBytes).toString('base64url')

/** What is stored instead of a token. A random token needs no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
