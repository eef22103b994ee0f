import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/** What a signed proof says of itself, before anybody has looked at the signature. */
export interface Assertion {
  readonly text: string
  readonly clientId: string
  readonly jti: string
  readonly expiresAt: Date
}

interface Claims {
  readonly iss?: unknown
  readonly sub?: unknown
  readonly aud?: unknown
  readonly exp?: unknown
  readonly jti?: unknown
  readonly nbf?: unknown
  readonly iat?: unknown
}

const longestMs = 10 * 60_000
const toleratedMs = 60_000
/** As hard to break as 128 bits, and as P-256. */
const leastRsaBits = 3072

/** A key clients may sign with; nothing when the text is none, or a weak one. */
export function signingKeyOf(pem: string): KeyObject | undefined {
  if (pem.includes('PRIVATE KEY')) return undefined
  try {
    const key = createPublicKey(pem)
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'rsa') return modulusLength >= leastRsaBits ? key : undefined
    return key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

function jsonOf<T>(part: string | undefined): T | undefined {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as T
  } catch {
    return undefined
  }
}

export function readAssertion(text: string): Assertion | undefined {
  const claims = text.length > 4_096 ? undefined : jsonOf<Claims>(text.split('.')[1])
  if (!claims || claims.iss !== claims.sub) return undefined
  const { sub, jti, exp } = claims
  if (typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return undefined
  if (sub === '' || jti === '' || jti.length > 200 || !Number.isSafeInteger(exp)) return undefined
  return { text, clientId: sub, jti, expiresAt: new Date(exp * 1000) }
}

/** Whether the client signed it, for us, and it has not run out. */
export function assertedClient(
  text: string,
  {
    key: pem,
    clientId,
    audiences,
    now,
  }: {
    readonly key: string
    readonly clientId: string
    readonly audiences: readonly string[]
    readonly now: Date
  },
): boolean {
  const [header = '', body = '', signature = '', ...more] = text.split('.')
  const key = signingKeyOf(pem)
  const claims = jsonOf<Claims>(body)
  const alg = jsonOf<{ alg?: unknown }>(header)?.alg
  if (!key || !claims || more.length > 0) return false
  // The key decides how it is used; what the text says about itself only has to agree.
  if (alg !== (key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256')) return false
  const lastsMs = Number(claims.exp) * 1000 - now.getTime()
  const isEarly = [claims.nbf, claims.iat].some(
    (from) => from !== undefined && !(Number(from) * 1000 <= now.getTime() + toleratedMs),
  )
  if (isEarly || claims.sub !== clientId || lastsMs <= -toleratedMs || lastsMs > longestMs) return false
  if (![claims.aud].flat().some((each) => audiences.includes(String(each)))) return false
  const signed = Buffer.from(`${header}.${body}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
