import { sql } from 'kysely'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { Database, Tx } from '../../kit/database.ts'

/** Which card, and whose token of it. */
export interface CardToken {
  readonly merchantId: number
  readonly vaultRef: string
  readonly network: string
}

export interface NetworkTokenRow {
  readonly tokenRef: string
  readonly sealedToken: string
  readonly expiry: string
  readonly last4: string
  readonly state: 'ACTIVE' | 'SUSPENDED'
}

const columns = sql`token_ref, sealed_token, expiry, last4, state`

/** The token that stands for a card now, whether or not the network lets it be used. */
export async function liveToken(
  db: Database | Tx,
  { merchantId, vaultRef, network }: CardToken,
): Promise<NetworkTokenRow | undefined> {
  const { rows } = await sql<NetworkTokenRow>`select ${columns} from network_token
    where merchant_id = ${merchantId} and vault_ref = ${vaultRef} and network = ${network}
      and state <> 'DELETED'`.execute(db)
  return rows[0]
}

interface TokenOfAccount {
  readonly id: string
  readonly network: TokenNetwork
  readonly last4: string
  readonly expiry: string
  readonly state: 'ACTIVE' | 'SUSPENDED' | 'DELETED'
  readonly provisionedAt: string
  readonly updatedAt: string
}

const mostTokens = 100

/** Tokens of the card somebody stored, former ones included. */
export async function tokensOfAccount(
  db: Database | Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<readonly TokenOfAccount[]> {
  const { rows } =
    await sql<TokenOfAccount>`select t.id, t.network, t.last4, t.expiry, t.state, t.provisioned_at,
      t.updated_at
    from user_psp_account a join network_token t on t.merchant_id = a.merchant_id and t.vault_ref = a.vault_ref
    where a.merchant_id = ${merchantId} and a.id = ${id}
    order by t.provisioned_at desc, t.id desc limit ${mostTokens}`.execute(db)
  return rows
}

/** How many tokens of the card are no more: the next one is another request to the network. */
export async function formerTokens(
  db: Database | Tx,
  { merchantId, vaultRef, network }: CardToken,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from network_token
    where merchant_id = ${merchantId} and vault_ref = ${vaultRef} and network = ${network}
      and state = 'DELETED'`.execute(db)
  return rows[0]?.count ?? 0
}

/** A token that may be used, by the network's name of it. */
export async function usableToken(
  db: Database | Tx,
  merchantId: number,
  { network, tokenRef }: { readonly network: string; readonly tokenRef: string },
): Promise<NetworkTokenRow | undefined> {
  const { rows } = await sql<NetworkTokenRow>`select ${columns} from network_token
    where merchant_id = ${merchantId} and network = ${network} and token_ref = ${tokenRef} and state = 'ACTIVE'`.execute(
    db,
  )
  return rows[0]
}

interface NewToken extends CardToken {
  readonly id: string
  readonly tokenRef: string
  readonly sealedToken: string
  readonly expiry: string
  readonly last4: string
  readonly at: Date
}

/** Of two payments that had the same token made, the first stores it. A card that was forgotten meanwhile gets none. */
export async function insertNetworkToken(tx: Tx, row: NewToken): Promise<void> {
  await sql`insert into network_token (merchant_id, id, vault_ref, network, token_ref, sealed_token, expiry, last4, state,
      provisioned_at, updated_at)
    select ${row.merchantId}, ${row.id}, ref, ${row.network}, ${row.tokenRef}, ${row.sealedToken}, ${row.expiry},
      ${row.last4}, 'ACTIVE', ${row.at}, ${row.at}
    from vault_card where merchant_id = ${row.merchantId} and ref = ${row.vaultRef} for key share
    on conflict do nothing`.execute(tx)
}

export type TokenEvent = 'SUSPENDED' | 'RESUMED' | 'DELETED' | 'CARD_REPLACED'

interface TokenChange {
  readonly merchantId: number
  readonly network: string
  readonly tokenRef: string
  readonly event: TokenEvent
  /** Of the token, where another card stands behind it. */
  readonly expiry?: string | undefined
}

/** What a network says of a token happens to it. False when there is none such. A token that is gone stays gone. */
export async function changeToken(tx: Tx, change: TokenChange, at: Date): Promise<boolean> {
  const state = { SUSPENDED: 'SUSPENDED', RESUMED: 'ACTIVE', DELETED: 'DELETED', CARD_REPLACED: null }[
    change.event
  ]
  const { rows } = await sql`update network_token set
      state = case when state = 'DELETED' then state else coalesce(${state}::text, state) end,
      expiry = coalesce(${change.expiry ?? null}::text, expiry), updated_at = ${at}
    where merchant_id = ${change.merchantId} and network = ${change.network} and token_ref = ${change.tokenRef}
    returning id`.execute(tx)
  return rows.length > 0
}

/** The token of a card is not used again. Gives what the network calls it. */
export async function dropToken(tx: Tx, card: CardToken, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{
    tokenRef: string
  }>`update network_token set state = 'DELETED', updated_at = ${at}
    where merchant_id = ${card.merchantId} and vault_ref = ${card.vaultRef} and network = ${card.network}
      and state = 'ACTIVE' returning token_ref`.execute(tx)
  return rows[0]?.tokenRef
}

export interface DroppedToken {
  readonly network: string
  readonly tokenRef: string
}

/** Tokens of cards that no account of the merchant holds any more. */
export async function dropUnheldTokens(
  tx: Tx,
  merchantId: number,
  vaultRefs: readonly string[],
  at: Date,
): Promise<DroppedToken[]> {
  const { rows } = await sql<DroppedToken>`update network_token t set state = 'DELETED', updated_at = ${at}
    where merchant_id = ${merchantId} and vault_ref = any(${[...vaultRefs]}::uuid[]) and state <> 'DELETED'
      and not exists (select 1 from user_psp_account a where a.merchant_id = t.merchant_id
        and a.vault_ref = t.vault_ref and a.status <> 'DELETED' and a.erased_at is null)
    returning network, token_ref`.execute(tx)
  return rows
}

/** The same of the card of one account that was deleted. */
export async function dropTokensOfAccount(
  tx: Tx,
  merchantId: number,
  accountId: string,
  at: Date,
): Promise<DroppedToken[]> {
  const { rows } = await sql<{ vaultRef: string }>`select vault_ref from user_psp_account
    where merchant_id = ${merchantId} and id = ${accountId} and vault_ref is not null`.execute(tx)
  return dropUnheldTokens(
    tx,
    merchantId,
    rows.map(({ vaultRef }) => vaultRef),
    at,
  )
}

/** What the network told of a token before we knew of it happens to it now. */
export async function applyWaiting(
  tx: Tx,
  { merchantId, network, tokenRef }: Omit<TokenChange, 'event' | 'expiry'>,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ event: TokenEvent; expiry: string | null }>`
    update network_notification set applied_at = ${at}
    where merchant_id = ${merchantId} and network = ${network} and token_ref = ${tokenRef} and applied_at is null
    returning event, detail ->> 'expiry' as expiry, received_at`.execute(tx)
  for (const { event, expiry } of rows)
    await changeToken(tx, { merchantId, network, tokenRef, event, expiry: expiry ?? undefined }, at)
}
