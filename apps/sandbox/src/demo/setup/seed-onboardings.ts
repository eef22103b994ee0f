import { schemeToken } from '@signalbox/model/entities/scheme-token'
import type { OnboardingState } from '@signalbox/model/scheme-tokens/onboarding-state'
import { tokenNetworks, type TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { insertRecord } from '../demo-store.ts'

type Unit = Pick<UnitOfWork, 'tx' | 'newId' | 'now'>

/** All a network asks for. */
const aurora = {
  legalName: 'Aurora Casino Ltd',
  tradingName: 'Aurora Casino',
  country: 'MLT',
  city: 'Valletta',
  address: '12 Strait Street',
  websiteUrl: 'https://aurora.example',
  mcc: '7995',
  businessIdType: 'COMPANY_NUMBER',
  businessIdValue: 'C 10203',
  acquirerIds: ['455555'],
  debitCreditIndicator: 'BOTH',
  contactEmail: 'support@aurora.example',
  phone: '+35621234567',
  language: 'en',
}

const finland = {
  legalName: 'Northlight Finland Oy',
  tradingName: 'Northlight Finland',
  country: 'FIN',
  city: 'Helsinki',
  address: 'Mannerheimintie 10',
  websiteUrl: 'https://fi.northlight.example',
  mcc: '7995',
  businessIdType: 'VAT',
  businessIdValue: 'FI10203040',
  acquirerIds: ['455555'],
  debitCreditIndicator: 'BOTH',
  contactEmail: 'support@fi.northlight.example',
  phone: '+358912345678',
  language: 'en',
}

interface Begun {
  readonly merchant: number
  readonly name: string
  readonly network: TokenNetwork
  /** Before any network has heard of it: the sandbox knows nobody yet. */
  readonly state: Extract<OnboardingState, 'DATA_COLLECTED' | 'VALIDATED'>
  readonly data: object
}

const begun: readonly Begun[] = [
  { merchant: 100010003, name: 'Aurora Casino', network: 'VISA_VTS', state: 'VALIDATED', data: aurora },
  {
    merchant: 100010003,
    name: 'Aurora Casino',
    network: 'MASTERCARD_MDES',
    state: 'DATA_COLLECTED',
    data: aurora,
  },
  {
    merchant: 100010003,
    name: 'Aurora Casino',
    network: 'AMEX',
    state: 'VALIDATED',
    data: aurora,
  },
  {
    merchant: 100010002,
    name: 'Northlight Finland',
    network: 'VISA_VTS',
    state: 'VALIDATED',
    data: finland,
  },
]

/** Merchants on their way to network tokens, each with a step to do; two of them go on once there are networks to ask. */
export async function seedOnboardings(unit: Unit): Promise<void> {
  for (const { merchant, name, network, state, data } of begun) {
    const id = unit.newId()
    await insertRecord(unit, schemeToken, merchant, {
      ...data,
      id,
      merchant,
      network,
      state,
      title: `${name} · ${tokenNetworks[network]}`,
      rollout: [],
      documents: [],
      entityId: `sb-${id.replaceAll('-', '')}`,
    })
  }
}
