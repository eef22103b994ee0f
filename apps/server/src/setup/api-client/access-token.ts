import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { ringOf, type MasterKey, type NamedKey } from '../../kit/key-ring.ts'
import { isUuid } from '@signalbox/model/field/validators'

/** Which client a token stands for, and the secret it was got with: with the secret's end, the token ends. */
export interface TokenClaims {
  readonly client: string
  readonly secret: string
  /** Tells it from another one that was given out in the same moment. */
  readonly id: string
  /** What it may do, as long as its client may. Those of former versions have none, and may do what the client may. */
  readonly scopes?: readonly string[]
}

export interface ReadToken extends TokenClaims {
  readonly expiresAt: Date
}

/** What signs tokens now, and all that may have signed one that is still good. */
export interface TokenKeys {
  signing(): Buffer
  known(): readonly Buffer[]
}

const tokenKey = ({ key }: NamedKey): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'signalbox', 'api access token', 32))

export function tokenKeysOf(masterKey: MasterKey): TokenKeys {
  const ring = ringOf(masterKey)
  const keys = new Map(ring.keys.map((key) => [key.id, tokenKey(key)]))
  return {
    signing: () => keys.get(ring.sealing.id) ?? tokenKey(ring.sealing),
    known: () => [...keys.values()],
  }
}

const signatureOf = (key: Buffer, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest()

/** Signed, so that every node can tell a token is ours without a word to the database. */
export function writeToken(
  keys: TokenKeys,
  { client, secret, id, scopes = [] }: TokenClaims,
  expiresAt: Date,
): string {
  const content = [client, secret, expiresAt.getTime().toString(36), id, scopes.join(' ')].join('~')
  const body = Buffer.from(content).toString('base64url')
  return `${body}.${signatureOf(keys.signing(), body).toString('base64url')}`
}

export function readToken(keys: TokenKeys, token: string, now: Date): ReadToken | undefined {
  const [body = '', signature = '', ...rest] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isRight = keys
    .known()
    .map((key) => signatureOf(key, body))
    .some((right) => given.length === right.length && timingSafeEqual(given, right))
  if (rest.length > 0 || !isRight) return undefined
  const [client = '', secret = '', expires = '', id = '', scopes] = Buffer.from(body, 'base64url')
    .toString()
    .split('~')
  const expiresAt = new Date(Number.parseInt(expires, 36))
  if (!isUuid(client) || !isUuid(secret) || !(expiresAt.getTime() > now.getTime())) return undefined
  return { client, secret, id, expiresAt, ...(scopes !== undefined && { scopes: scopes.split(' ') }) }
}

/** What is kept of a token that was revoked. The part that is signed, because a signature can be written in several ways. */
export const tokenHash = (token: string): string =>
  createHash('sha256')
    .update(token.split('.')[0] ?? '')
    .digest('base64url')

/** What a token may do at this moment: what it was given out for, as far as its client still may. */
export const scopesOf = <Scope extends string>(
  { scopes }: TokenClaims,
  client: { readonly scopes: readonly Scope[] },
): Scope[] => client.scopes.filter((scope) => !scopes || scopes.includes(scope))
