import { tokenServices, type TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import type { ServiceAccount } from '../connectors/service-account.ts'
import { sandboxTokenKey } from '../connectors/sandbox-accounts.ts'

/** The platform's account at a network, as the merchant is configured; one that is not is sent nothing. */
export async function networkAccount(
  deps: Pick<MachineDeps, 'kit' | 'settings'>,
  merchantId: number,
  network: TokenNetwork,
): Promise<ServiceAccount> {
  const provider = tokenServices[network]
  const found = await deps.settings.of(deps.kit.db).service(merchantId, { kind: 'TOKEN', provider })
  return found ?? { provider, refused: 'The network is not configured' }
}

/** What the network signs with what it tells us; the simulated one, which is never there in production, has its own. */
export function notificationKey(
  { production }: Pick<MachineDeps, 'production'>,
  { endpoint, refused, secrets }: ServiceAccount,
): string | undefined {
  if (refused) return undefined
  return secrets?.notificationKey ?? (production || endpoint ? undefined : sandboxTokenKey)
}
