import { createHmac } from 'node:crypto'
import { ringOf, type MasterKey } from '../../kit/key-ring.ts'

/** What is compared without being known: accounts, addresses, devices. The same text has another print per kind. */
type FingerprintKind = 'ACCOUNT' | 'USER' | 'IP' | 'BIN' | 'EMAIL' | 'DEVICE' | 'REQUEST' | 'VOUCHER'

export type Fingerprint = (kind: FingerprintKind, text: string) => string

/** Spaces and hyphens are how people write numbers, not part of them; letters count alike in both cases. */
const asNumber = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()
const asAddress = (text: string): string => text.trim().toLowerCase()
const asIs = (text: string): string => text

const normalise: Record<FingerprintKind, (text: string) => string> = {
  ACCOUNT: asNumber,
  BIN: asNumber,
  IP: asAddress,
  EMAIL: asAddress,
  USER: asIs,
  DEVICE: asIs,
  REQUEST: asIs,
  VOUCHER: asIs,
}

/**
 * Keyed, because a plain hash of a card number or an address is found by trying them all. The key follows from the
 * first master key and is kept when that changes, so every node and every merchant gives the same print for good.
 */
export function fingerprinter(masterKey: MasterKey): Fingerprint {
  const key = ringOf(masterKey).kept('fingerprint')
  return (kind, text) =>
    createHmac('sha256', key)
      .update(`${kind}:${normalise[kind](text)}`)
      .digest('base64url')
}
