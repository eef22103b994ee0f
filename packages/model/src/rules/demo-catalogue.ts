import { rateServices } from '../money/rate-services.ts'
import { tokenNetworkNames, tokenNetworks, tokenServices } from '../scheme-tokens/token-network.ts'
import type { Catalogue } from './fact.ts'

export interface CatalogueEntry {
  readonly value: string
  readonly label: string
  /** Of a PSP: the kinds of payments it takes. */
  readonly txTypes?: readonly string[]
  /** Of a PSP: the currencies it takes, none for all. */
  readonly currencies?: readonly string[]
  /** Of a PSP: the currencies that forex rules may convert on the way to it. */
  readonly converts?: readonly string[]
  /** Of an account: the PSPs that have one of this name. */
  readonly psps?: readonly string[]
}

const entry = (value: string, label: string): CatalogueEntry => ({ value, label })

/** What cells may pick from that nobody configures: the services around payments we know how to call. */
export const demoCatalogue = {
  'kyc-provider': [entry('kyc-sim', 'KYC simulator'), entry('kyc-sim-2', 'KYC simulator, second provider')],
  'fraud-provider': [entry('fraud-sim', 'Fraud simulator')],
  mpi: [entry('3ds-sim', '3-D Secure simulator')],
  'token-network': tokenNetworkNames.map((network) => entry(tokenServices[network], tokenNetworks[network])),
  'rate-service': [
    entry('ACTIVE', 'The one in use'),
    ...Object.entries(rateServices).map(([value, label]) => entry(value, label)),
  ],
} as const satisfies Partial<Record<Catalogue, readonly CatalogueEntry[]>>
