import type { Tx } from '../../kit/database.ts'
import { createHash } from 'node:crypto'
import type { Fingerprint } from '../vault/fingerprint.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { countTries, insertTry } from './try-store.ts'

const hourMs = 3_600_000
/** After so many wrong codes within an hour nothing is looked at any more, not even a right one. */
const mostWrong = 5
/** People of a household, a kiosk or a mobile network share an address. */
const mostWrongOfAddress = 20
/** A shop that does not say whose code it checks asks for all of its users. */
const mostWrongOfShop = 100

/** One of the ways in which whoever tries is known again: a keyed print, which tells nothing of them. */
interface KnownBy {
  readonly print: string
  readonly most: number
  /** Known so are many people who have nothing to do with each other: none of them waits for the others' right codes. */
  readonly isShared?: boolean
}

interface Trier {
  readonly merchantId: number
  readonly knownBy: readonly KnownBy[]
  readonly now: Date
}

const knownByAddress = (print: Fingerprint, ip: string): KnownBy[] =>
  ip === '' ? [] : [{ print: print('USER', `address ${ip}`), most: mostWrongOfAddress, isShared: true }]

/** Counted apart, so that neither another name nor another address begins anew. */
export const knownByUser = (
  print: Fingerprint,
  { userId, ip }: { userId: string; ip: string },
): KnownBy[] => [{ print: print('USER', userId), most: mostWrong }, ...knownByAddress(print, ip)]

/** A shop may check codes before it knows who its user is. */
export const knownByClient = (
  print: Fingerprint,
  { clientId, ip }: { clientId: string; ip: string },
): KnownBy[] => [
  { print: print('USER', `client ${clientId}`), most: mostWrongOfShop, isShared: true },
  ...knownByAddress(print, ip),
]

/** Colleagues check codes of customers from one office, so that an address says little. */
export const knownAtConsole = (
  print: Fingerprint,
  { userId, ip }: { userId: string; ip: string },
): KnownBy[] => [
  { print: print('USER', `console ${userId}`), most: mostWrong },
  { print: print('USER', `console address ${ip}`), most: mostWrongOfShop, isShared: true },
]

const queues = 256

/** There are a few hundred queues for all users, since each is a row that stays. */
async function waitAt(
  tx: Tx,
  work: string,
  { merchantId }: Trier,
  knownBy: readonly KnownBy[],
): Promise<void> {
  const hashes = knownBy.map(({ print }) => createHash('sha256').update(`${merchantId} ${print}`).digest())
  const numbers = new Set(hashes.map((hash) => hash.readUInt16BE(0) % queues))
  // In one order for all, so that no two of them wait for each other.
  for (const no of [...numbers].toSorted((a, b) => a - b)) await lockByName(tx, `${work} ${no}`)
}

/** Tries of one person at once wait for each other, so that no two of them are both the fifth. */
export const queueUp = (tx: Tx, trier: Trier): Promise<void> =>
  waitAt(
    tx,
    'voucher tries',
    trier,
    trier.knownBy.filter(({ isShared }) => !isShared),
  )

/** Whoever asks stands in the queue of the user. */
export async function isThrottled(tx: Tx, { merchantId, knownBy, now }: Trier): Promise<boolean> {
  const since = new Date(now.getTime() - hourMs)
  for (const { print, most } of knownBy)
    if ((await countTries(tx, merchantId, print, since)) >= most) return true
  return false
}

/**
 * Only a wrong code waits for others of the address or the client, whose queues are others than those of people and come
 * last of all that is locked. Answers whether it was counted: others may have been wrong too often meanwhile.
 */
export async function countWrong(tx: Tx, trier: Trier, newId: () => string): Promise<boolean> {
  const { merchantId, knownBy, now } = trier
  await waitAt(
    tx,
    'voucher tries of many',
    trier,
    knownBy.filter(({ isShared }) => isShared),
  )
  if (await isThrottled(tx, trier)) return false
  for (const { print } of knownBy) await insertTry(tx, { merchantId, id: newId(), triedBy: print, at: now })
  return true
}

export const triesKeptMs = 2 * hourMs
