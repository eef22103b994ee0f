import { sql } from 'kysely'
import type { OnboardingState } from '@signalbox/model/scheme-tokens/onboarding-state'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { Database } from '@signalbox/server/kit/database'

export interface DemoOnboarding {
  readonly id: string
  readonly version: number
  readonly state: OnboardingState
}

export async function onboardingAt(
  db: Database,
  merchantId: number,
  network: TokenNetwork,
): Promise<DemoOnboarding | undefined> {
  const { rows } = await sql<DemoOnboarding>`select id, version, state from scheme_token
    where merchant_id = ${merchantId} and network = ${network}`.execute(db)
  return rows[0]
}
