import type { Database, Tx } from '../../kit/database.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { applyWaiting, insertNetworkToken, usableToken, type CardToken } from './network-token-store.ts'

export const networkTokenPurpose = 'network-token'
export const networkTokenOwner = (merchantId: number, tokenRef: string): string => `${merchantId}:${tokenRef}`

interface ObtainedToken {
  readonly tokenRef: string
  readonly token: string
  readonly expiry: string
  readonly last4: string
}

/** Puts a token where card numbers are: sealed with the master key, bound to the merchant and its reference. */
export async function keepNetworkToken(
  tx: Tx,
  secrets: SecretBox,
  card: CardToken,
  { token, ...obtained }: ObtainedToken,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const owner = networkTokenOwner(card.merchantId, obtained.tokenRef)
  const sealedToken = secrets.seal(networkTokenPurpose, owner, token)
  await insertNetworkToken(tx, { ...card, ...obtained, sealedToken, id, at })
  await applyWaiting(tx, { ...card, tokenRef: obtained.tokenRef }, at)
}

/** The token in clear, for the one call to a PSP; nothing once it may not be used any more. */
export async function clearNetworkToken(
  db: Database | Tx,
  secrets: SecretBox,
  merchantId: number,
  token: { readonly network: string; readonly tokenRef: string },
): Promise<{ readonly token: string; readonly expiry: string } | undefined> {
  const row = await usableToken(db, merchantId, token)
  if (!row) return undefined
  const owner = networkTokenOwner(merchantId, row.tokenRef)
  return { token: secrets.open(networkTokenPurpose, owner, row.sealedToken), expiry: row.expiry }
}
