import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { OnboardingResource } from './onboarding.ts'
import { begunAt, merchantData, type MerchantData } from './store.ts'

const secureWebsite = (website: string | null): string | null =>
  website && /^https:\/\/[^\s/?#]+\.\S+$/.test(website) ? website : null

/** What the merchant's own record says. Nobody types in what the platform knows. */
const prefilled = (merchant: MerchantData) => ({
  legalName: merchant.legalName,
  tradingName: merchant.name,
  country: merchant.country,
  websiteUrl: secureWebsite(merchant.website),
  mcc: merchant.mcc && /^\d{4}$/.test(merchant.mcc) ? merchant.mcc : null,
  contactEmail: merchant.supportEmail,
  debitCreditIndicator: 'BOTH',
  language: 'en',
})

interface StartInput {
  readonly merchants: readonly number[]
  readonly networks: readonly TokenNetwork[]
}

/** Begins what has not begun; what has is named. */
export async function startOnboarding(
  resource: OnboardingResource,
  work: Work,
  { merchants, networks }: StartInput,
) {
  const ids = [...new Set(merchants)]
  // A merchant outside the caller's scope and one that does not exist are the same to the caller.
  if (ids.some((id) => !work.scope.effective.includes(id))) throw new Refusal('NOT_FOUND')
  const started = []
  const known = []
  for (const merchant of await merchantData(work.tx, ids)) {
    const begun = await begunAt(work.tx, merchant.id)
    for (const network of new Set(networks)) {
      if (begun.has(network)) {
        known.push({ merchantId: merchant.id, network })
        continue
      }
      const input = { ...prefilled(merchant), merchant: merchant.id, network }
      const { id, title } = await resource.create(work, input)
      started.push({ id, merchantId: merchant.id, network, title })
    }
  }
  if (started.length === 0)
    throw new Refusal('INVALID_STATE', { message: 'These merchants have begun at these networks already.' })
  return { started, known }
}
