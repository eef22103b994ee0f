import { createHash, randomBytes } from 'node:crypto'
import { openAppendLog } from '../append-log.ts'

export type TokenService = 'visa-vts' | 'mastercard-mdes' | 'amex-tokens'
export const tokenServices: readonly TokenService[] = ['visa-vts', 'mastercard-mdes', 'amex-tokens']

type EntityStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'ACTION_REQUIRED'

/** A merchant as a network knows it. */
export interface Entity {
  readonly service: TokenService
  readonly entityId: string
  requestId: string
  legalName: string
  notificationUrl: string
  status: EntityStatus
  trid?: string
  reasonCode?: string
  field?: string
  message?: string
  /** How often its data was looked at: once per submission that was not there before. */
  looked: number
}

/** A token. It holds no card number: only who has the token itself can find the number it stands for. */
export interface Token {
  readonly service: TokenService
  readonly tokenRef: string
  readonly entityId: string
  readonly key: string
  readonly hash: string
  /** Added to the digits of the card number, digit by digit, to make the token. */
  readonly shift: string
  readonly panLength: number
  expiry: string
  state: 'ACTIVE' | 'SUSPENDED' | 'DELETED'
}

type Entry =
  | { readonly entity: Entity }
  | { readonly token: Token }
  | { readonly cryptogram: { readonly tokenRef: string; readonly hash: string } }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function checkDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** All but the first digit, which says whose card it is, and the check digit, which follows from the others. */
function shifted(number: string, shift: string, sign: 1 | -1): string {
  const [first = '', ...rest] = [...number.slice(0, -1)]
  const moved = rest.map((digit, index) => (Number(digit) + sign * Number(shift[index] ?? 0) + 10) % 10)
  const digits = `${first}${moved.join('')}`
  return `${digits}${checkDigit(digits)}`
}

const randomDigits = (count: number): string =>
  [...randomBytes(count)].map((byte) => String(byte % 10)).join('')

export interface TokenBook {
  entity(service: TokenService, entityId: string): Entity | undefined
  entities(): readonly Entity[]
  tokens(): readonly Token[]
  keepEntity(entity: Entity): Promise<void>
  /** The same key again is the same token. Gives it in clear. */
  provision(
    given: { readonly service: TokenService; readonly entityId: string; readonly key: string },
    card: { readonly pan: string; readonly expiry: string },
  ): Promise<{ readonly token: Token; readonly number: string }>
  token(service: TokenService, tokenRef: string): Token | undefined
  keepToken(token: Token): Promise<void>
  /** The same key again is the same cryptogram. */
  cryptogram(token: Token, key: string): Promise<string>
  /** What a PSP that is sent a token finds out from the network. */
  read(
    number: string,
    cryptogram: string,
  ): { readonly pan: string; readonly refusal?: 'TE' | 'TI'; readonly token: Token } | undefined
  close(): Promise<void>
}

/** What the simulated networks know, kept on the disk so that a restart is nothing to merchants. */
export function openTokenBook(path: string, now: () => number): TokenBook {
  const log = openAppendLog<Entry>(path)
  const entities = new Map<string, Entity>()
  const tokens = new Map<string, Token>()
  const issued = new Set<string>()
  const keyOf = (service: string, id: string) => `${service} ${id}`
  const apply = (entry: Entry): void => {
    if ('entity' in entry)
      entities.set(keyOf(entry.entity.service, entry.entity.entityId), { ...entry.entity })
    else if ('token' in entry)
      tokens.set(keyOf(entry.token.service, entry.token.tokenRef), { ...entry.token })
    else issued.add(`${entry.cryptogram.tokenRef} ${entry.cryptogram.hash}`)
  }
  for (const entry of log.replayed) apply(entry)
  const record = (entry: Entry): Promise<void> => {
    apply(entry)
    return log.append(entry)
  }
  const isExpired = ({ expiry }: Token) => expiry < new Date(now()).toISOString().slice(0, 7)
  return {
    entity: (service, entityId) => entities.get(keyOf(service, entityId)),
    entities: () => [...entities.values()],
    tokens: () => [...tokens.values()],
    keepEntity: (entity) => record({ entity }),
    async provision({ service, entityId, key }, { pan, expiry }) {
      const known = [...tokens.values()].find((each) => each.service === service && each.key === key)
      if (known) return { token: known, number: shifted(pan, known.shift, 1) }
      const shift = randomDigits(pan.length)
      const number = shifted(pan, shift, 1)
      const token: Token = {
        service,
        tokenRef: `tk-${randomBytes(12).toString('hex')}`,
        entityId,
        key,
        hash: hashOf(number),
        shift,
        panLength: pan.length,
        expiry,
        state: 'ACTIVE',
      }
      await record({ token })
      return { token, number }
    },
    token: (service, tokenRef) => tokens.get(keyOf(service, tokenRef)),
    keepToken: (token) => record({ token }),
    async cryptogram({ tokenRef }, key) {
      const cryptogram = createHash('sha256').update(`${tokenRef} ${key}`).digest('base64').slice(0, 28)
      await record({ cryptogram: { tokenRef, hash: hashOf(cryptogram) } })
      return cryptogram
    },
    read(number, cryptogram) {
      const hash = hashOf(number)
      const token = [...tokens.values()].find((each) => each.hash === hash)
      if (!token) return undefined
      const pan = shifted(number, token.shift, -1)
      if (isExpired(token)) return { pan, token, refusal: 'TE' }
      const isGood = token.state === 'ACTIVE' && issued.has(`${token.tokenRef} ${hashOf(cryptogram)}`)
      return isGood ? { pan, token } : { pan, token, refusal: 'TI' }
    },
    close: () => log.close(),
  }
}
