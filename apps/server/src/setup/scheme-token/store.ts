import { sql } from 'kysely'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { Tx } from '../../kit/database.ts'

/** What a merchant is known to be, as far as networks ask for it. */
export interface MerchantData {
  readonly id: number
  readonly name: string
  readonly legalName: string | null
  readonly country: string | null
  readonly mcc: string | null
  readonly website: string | null
  readonly supportEmail: string | null
}

export async function merchantData(tx: Tx, ids: readonly number[]): Promise<MerchantData[]> {
  const { rows } = await sql<MerchantData>`
    select id, name, legal_name, country, mcc, website, support_email from merchant
    where id = any(${[...ids]}::integer[]) order by id`.execute(tx)
  return rows
}

export async function begunAt(tx: Tx, merchantId: number): Promise<ReadonlySet<TokenNetwork>> {
  const { rows } = await sql<{ network: TokenNetwork }>`select network from scheme_token
    where merchant_id = ${merchantId}`.execute(tx)
  return new Set(rows.map(({ network }) => network))
}
