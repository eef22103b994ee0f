import { sql } from 'kysely'
import type { PspRollout } from '@signalbox/model/scheme-tokens/onboarding-state'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { Database, Tx } from '../../kit/database.ts'

/** A merchant that may use tokens of a network now. */
export interface TokenProgram {
  readonly entityId: string
  readonly rollout: readonly PspRollout[]
}

/** Nothing unless the merchant is enabled; asked anew for each payment, because a suspension counts at once. */
export async function tokenProgram(
  db: Database | Tx,
  merchantId: number,
  network: TokenNetwork,
): Promise<TokenProgram | undefined> {
  const { rows } = await sql<TokenProgram>`select entity_id, rollout from scheme_token
    where merchant_id = ${merchantId} and network = ${network} and state = 'ENABLED'`.execute(db)
  return rows[0]
}

export interface OnboardedEntity {
  readonly merchantId: number
  readonly id: string
  readonly network: TokenNetwork
}

/** Whose onboarding an id of ours stands for. */
export async function entityNamed(db: Database | Tx, entityId: string): Promise<OnboardedEntity | undefined> {
  const { rows } = await sql<OnboardedEntity>`select merchant_id, id, network from scheme_token
    where entity_id = ${entityId}`.execute(db)
  return rows[0]
}

export interface TokenPsp {
  readonly psp: string
  readonly name: string
  readonly connector: string
}

/** PSPs the catalogue says can be sent tokens. */
export async function tokenPsps(db: Database | Tx): Promise<TokenPsp[]> {
  const { rows } = await sql<TokenPsp>`select psp, name, connector from psp
    where status = 'ACTIVE' and 'TOKENS' = any(capabilities) order by name`.execute(db)
  return rows
}
