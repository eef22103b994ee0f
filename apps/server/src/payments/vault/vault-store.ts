import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'

/** The same number is stored once per merchant, whoever brings it. Gives the reference it is known by. */
export async function insertCard(
  tx: Tx,
  card: { merchantId: number; ref: string; accountHash: string; sealedPan: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ ref: string }>`
    insert into vault_card as v (merchant_id, ref, account_hash, sealed_pan, created_at)
    values (${card.merchantId}, ${card.ref}, ${card.accountHash}, ${card.sealedPan}, ${card.at})
    on conflict (merchant_id, account_hash) do update set account_hash = v.account_hash
    returning ref`.execute(tx)
  return rows[0]?.ref ?? card.ref
}

export async function sealedPanOf(
  tx: Tx,
  merchantId: number,
  ref: string,
): Promise<{ sealedPan: string; accountHash: string } | undefined> {
  const { rows } = await sql<{ sealedPan: string; accountHash: string }>`
    select sealed_pan, account_hash from vault_card where merchant_id = ${merchantId} and ref = ${ref}`.execute(
    tx,
  )
  return rows[0]
}

export interface TokenRow {
  readonly merchantId: number
  readonly tokenHash: string
  readonly vaultRef: string
  readonly holder: string | null
  readonly expiry: string
  readonly sealedCvv: string | null
  readonly expiresAt: Date
  /** The payment it is for, where that is known from the beginning. */
  readonly txId: number | null
}

export async function insertToken(tx: Tx, row: TokenRow): Promise<void> {
  await sql`insert into card_token (merchant_id, token_hash, vault_ref, holder, expiry, sealed_cvv, expires_at, tx_id)
    values (${row.merchantId}, ${row.tokenHash}, ${row.vaultRef}, ${row.holder}, ${row.expiry}, ${row.sealedCvv},
      ${row.expiresAt}, ${row.txId})`.execute(tx)
}

interface ClaimedToken {
  readonly vaultRef: string
  readonly holder: string | null
  readonly expiry: string
  readonly sealedCvv: string | null
}

/** For one payment only; that payment may ask again. From now on the code lives as long as the payment may take. */
export async function claimToken(
  tx: Tx,
  merchantId: number,
  tokenHash: string,
  txId: number,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedToken | undefined> {
  const { rows } = await sql<ClaimedToken>`
    update card_token set tx_id = ${txId}, expires_at = case when tx_id is null then ${until}::timestamptz else expires_at end
    where merchant_id = ${merchantId} and token_hash = ${tokenHash} and expires_at > ${now}
      and (tx_id is null or tx_id = ${txId})
    returning vault_ref, holder, expiry, sealed_cvv`.execute(tx)
  return rows[0]
}

/** What a token stands for, while nobody has paid with it. */
export async function openToken(
  tx: Tx,
  merchantId: number,
  tokenHash: string,
  now: Date,
): Promise<ClaimedToken | undefined> {
  const { rows } = await sql<ClaimedToken>`select vault_ref, holder, expiry, sealed_cvv from card_token
    where merchant_id = ${merchantId} and token_hash = ${tokenHash} and expires_at > ${now} and tx_id is null`.execute(
    tx,
  )
  return rows[0]
}

/** A stored number, and the security code as long as the payment's own token holds it. */
export async function sealedCardOf(
  tx: Tx,
  { merchantId, ref, txId }: { readonly merchantId: number; readonly ref: string; readonly txId: number },
  now: Date,
): Promise<SealedCard | undefined> {
  const { rows } = await sql<SealedCard>`
    select v.sealed_pan, v.account_hash, t.sealed_cvv, t.token_hash from vault_card v
    left join card_token t on t.merchant_id = v.merchant_id and t.tx_id = ${txId} and t.expires_at > ${now}
    where v.merchant_id = ${merchantId} and v.ref = ${ref}`.execute(tx)
  return rows[0]
}

interface SealedCard {
  readonly sealedPan: string
  readonly accountHash: string
  readonly sealedCvv: string | null
  readonly tokenHash: string | null
}

export async function removeCvv(tx: Tx, merchantId: number, txId: number): Promise<void> {
  await sql`update card_token set sealed_cvv = null where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(
    tx,
  )
}

/** Used or not: an unknown token is refused like a spent one. */
export async function removeExpired(db: Database, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from card_token where expires_at <= ${now}`.execute(db)
  return Number(numAffectedRows)
}

export interface KeyRow {
  readonly id: string
  readonly publicKey: string
  readonly sealedPrivateKey: string
}

export async function currentKey(tx: Tx, merchantId: number): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select id, public_key, sealed_private_key from vault_key
    where merchant_id = ${merchantId} and retired_at is null`.execute(tx)
  return rows[0]
}

/** Of two nodes that make a first key at once, one is kept. */
export async function insertKey(tx: Tx, merchantId: number, key: KeyRow, at: Date): Promise<void> {
  await sql`insert into vault_key (merchant_id, id, public_key, sealed_private_key, created_at)
    values (${merchantId}, ${key.id}, ${key.publicKey}, ${key.sealedPrivateKey}, ${at})
    on conflict do nothing`.execute(tx)
}
