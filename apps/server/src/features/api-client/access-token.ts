import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isUuid } from '@signalbox/model/validators'

/** Which client a token stands for, and the secret it was got with: with the secret's end, the token ends. */
export interface TokenClaims {
  readonly client: string
  readonly secret: string
}

export const tokenKeyOf = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, 'signalbox', 'api access token', 32))

const signatureOf = (key: Buffer, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest()

/** Signed, so that every node can tell a token is ours without a word to the database. It carries no rights. */
export function writeToken(key: Buffer, { client, secret }: TokenClaims, expiresAt: Date): string {
  const content = [client, secret, expiresAt.getTime().toString(36)].join('~')
  const body = Buffer.from(content).toString('base64url')
  return `${body}.${signatureOf(key, body).toString('base64url')}`
}

export function readToken(key: Buffer, token: string, now: Date): TokenClaims | undefined {
  const [body = '', signature = '', ...rest] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(key, body)
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const [client = '', secret = '', expires = ''] = Buffer.from(body, 'base64url').toString().split('~')
  if (!isUuid(client) || !isUuid(secret) || Number.parseInt(expires, 36) <= now.getTime()) return undefined
  return { client, secret }
}
