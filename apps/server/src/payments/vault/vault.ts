import { createHash } from 'node:crypto'
import { maskCardNumber } from '@signalbox/model/text/masking'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Database, Tx } from '../../kit/database.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { Fingerprint } from './fingerprint.ts'
import { decryptWith, newKeyPair } from './vault-keys.ts'
import {
  claimToken,
  currentKey,
  insertCard,
  insertKey,
  insertToken,
  openToken,
  removeCvv,
  sealedCardOf,
  sealedPanOf,
  type KeyRow,
} from './vault-store.ts'
import type { CardInput, ClearCard, StoredCard } from './vault-types.ts'

export interface VaultDeps {
  readonly secrets: SecretBox
  readonly print: Fingerprint
  readonly now: () => Date
  readonly newId: () => string
  readonly random: (bytes: number) => Buffer
}

/** What the vault holds is not what was put into it. */
export class DamagedCard extends Error {
  override readonly name = 'DamagedCard'
}

const minuteMs = 60_000
export const cardPurpose = 'vault-card'
export const codePurpose = 'vault-code'
export const vaultKeyPurpose = 'vault-key'
const tokenLifeMs = 15 * minuteMs
/** A claimed card may still wait for a 3-D Secure challenge. */
const claimedLifeMs = 20 * minuteMs

const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * The only place where card numbers are known. They are sealed with the master key, bound to merchant and reference;
 * what leaves is a mask, a keyed hash, and, for the one call to a PSP, the card itself.
 */
export class Vault {
  readonly #deps: VaultDeps

  constructor(deps: VaultDeps) {
    this.#deps = deps
  }

  /** Stores a card and gives a token for one payment within a quarter of an hour. Whether it is a card was checked before. */
  storeCard(
    tx: Tx,
    merchantId: number,
    card: CardInput,
  ): Promise<{ token: string; card: StoredCard; expiresAt: Date }> {
    return this.#store(tx, merchantId, card)
  }

  /** Stores a card that came with the payment it is for. */
  async storeCardFor(tx: Tx, merchantId: number, card: CardInput, txId: number): Promise<StoredCard> {
    return (await this.#store(tx, merchantId, card, txId)).card
  }

  async #store(
    tx: Tx,
    merchantId: number,
    card: CardInput,
    txId?: number,
  ): Promise<{ token: string; card: StoredCard; expiresAt: Date }> {
    const { secrets, print, now, newId, random } = this.#deps
    const at = now()
    const accountHash = print('ACCOUNT', card.pan)
    const ref = newId()
    const sealedPan = secrets.seal(cardPurpose, `${merchantId}:${accountHash}`, card.pan)
    const vaultRef = await insertCard(tx, { merchantId, ref, accountHash, sealedPan, at })
    const token = `ct_${random(24).toString('base64url')}`
    const tokenHash = tokenHashOf(token)
    const expiresAt = new Date(at.getTime() + (txId === undefined ? tokenLifeMs : claimedLifeMs))
    const holder = card.holder ?? null
    const sealedCvv =
      card.cvv === undefined ? null : secrets.seal(codePurpose, `${merchantId}:${tokenHash}`, card.cvv)
    await insertToken(tx, {
      merchantId,
      tokenHash,
      vaultRef,
      holder,
      expiry: card.expiry,
      sealedCvv,
      expiresAt,
      txId: txId ?? null,
    })
    return { token, expiresAt, card: describe(vaultRef, accountHash, { ...card, holder }) }
  }

  /** The card behind a token, for this payment and no other; `undefined` when the token is unknown, spent or too old. */
  async cardOfToken(
    tx: Tx,
    merchantId: number,
    token: string,
    txId: number,
  ): Promise<StoredCard | undefined> {
    const now = this.#deps.now()
    const until = new Date(now.getTime() + claimedLifeMs)
    const claimed = await claimToken(tx, merchantId, tokenHashOf(token), txId, { now, until })
    if (!claimed) return undefined
    const { pan, accountHash } = await this.#open(tx, merchantId, claimed.vaultRef)
    // What cannot be opened later, when the PSP waits for it, is found out now.
    this.#code(merchantId, { ...claimed, tokenHash: tokenHashOf(token) })
    return describe(claimed.vaultRef, accountHash, { ...claimed, pan })
  }

  /** What was typed in for a token nobody has paid with, so that it can be judged; the token stays as good as before. */
  async typedCard(tx: Tx, merchantId: number, token: string): Promise<ClearCard | undefined> {
    const tokenHash = tokenHashOf(token)
    const typed = await openToken(tx, merchantId, tokenHash, this.#deps.now())
    if (!typed) return undefined
    const { pan } = await this.#open(tx, merchantId, typed.vaultRef)
    const { expiry, holder } = typed
    return { pan, expiry, holder, cvv: this.#code(merchantId, { ...typed, tokenHash }) }
  }

  /** A card stored earlier, for a payment with a known account. */
  async cardOfRef(
    tx: Tx,
    merchantId: number,
    vaultRef: string,
    { expiry, holder }: { expiry: string; holder: string | null },
  ): Promise<StoredCard> {
    const { pan, accountHash } = await this.#open(tx, merchantId, vaultRef)
    return describe(vaultRef, accountHash, { pan, expiry, holder })
  }

  /** What the PSP has to be told. The security code is there only while the payment's own token holds it. */
  async clearCard(
    tx: Tx,
    merchantId: number,
    txId: number,
    { vaultRef, expiry, holder }: Pick<StoredCard, 'vaultRef' | 'expiry' | 'holder'>,
  ): Promise<ClearCard> {
    const stored = await sealedCardOf(tx, { merchantId, ref: vaultRef, txId }, this.#deps.now())
    if (!stored) throw new DamagedCard(`The vault has no card ${vaultRef}`)
    const { pan } = this.#unseal(merchantId, stored)
    return { pan, expiry, holder, cvv: this.#code(merchantId, stored) }
  }

  /** After the authorisation nothing may hold the code any more. */
  forgetCode(tx: Tx, merchantId: number, txId: number): Promise<void> {
    return removeCvv(tx, merchantId, txId)
  }

  /** What pay pages encrypt cards with. Made when it is first asked for, outside any transaction because it takes long. */
  async publicKey(db: Database, merchantId: number): Promise<{ keyId: string; publicKey: string }> {
    const { id, publicKey } = await this.#key(db, merchantId)
    return { keyId: id, publicKey }
  }

  /** The text a pay page encrypted; what it says is for the caller to check. */
  async decrypt(db: Database, merchantId: number, encrypted: string): Promise<string> {
    const key = await this.#key(db, merchantId)
    const privateKey = this.#deps.secrets.open(
      vaultKeyPurpose,
      `${merchantId}:${key.id}`,
      key.sealedPrivateKey,
    )
    const text = decryptWith(privateKey, encrypted)
    if (text === undefined)
      throw new Refusal('INVALID', {
        fields: [{ field: 'encrypted', code: 'INVALID', message: 'Could not be decrypted' }],
      })
    return text
  }

  async #key(db: Database, merchantId: number): Promise<KeyRow> {
    const known = await currentKey(db, merchantId)
    if (known) return known
    const { now, newId, secrets } = this.#deps
    const id = newId()
    const { publicKey, privateKey } = await newKeyPair()
    const sealedPrivateKey = secrets.seal(vaultKeyPurpose, `${merchantId}:${id}`, privateKey)
    await insertKey(db, merchantId, { id, publicKey, sealedPrivateKey }, now())
    const kept = await currentKey(db, merchantId)
    if (!kept) throw new Error(`Merchant ${merchantId} has no vault key`)
    return kept
  }

  async #open(tx: Tx, merchantId: number, vaultRef: string): Promise<{ pan: string; accountHash: string }> {
    const stored = await sealedPanOf(tx, merchantId, vaultRef)
    if (!stored) throw new DamagedCard(`The vault has no card ${vaultRef}`)
    return this.#unseal(merchantId, stored)
  }

  #opened(purpose: string, owner: string, sealed: string): string {
    try {
      return this.#deps.secrets.open(purpose, owner, sealed)
    } catch (cause) {
      throw new DamagedCard('A card in the vault cannot be opened', { cause })
    }
  }

  #code(
    merchantId: number,
    { sealedCvv, tokenHash }: { readonly sealedCvv: string | null; readonly tokenHash: string | null },
  ): string | null {
    return sealedCvv && this.#opened(codePurpose, `${merchantId}:${tokenHash}`, sealedCvv)
  }

  #unseal(
    merchantId: number,
    { sealedPan, accountHash }: { readonly sealedPan: string; readonly accountHash: string },
  ): { pan: string; accountHash: string } {
    const pan = this.#opened(cardPurpose, `${merchantId}:${accountHash}`, sealedPan)
    return { pan, accountHash }
  }
}

const describe = (
  vaultRef: string,
  accountHash: string,
  { pan, expiry, holder }: { pan: string; expiry: string; holder: string | null },
): StoredCard => ({
  vaultRef,
  accountHash,
  masked: maskCardNumber(pan),
  lookupDigits: pan.slice(0, 11),
  bin: pan.slice(0, 8),
  last4: pan.slice(-4),
  expiry,
  holder,
})
