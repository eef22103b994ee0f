import type { Catalogue } from './fact.ts'

export interface CatalogueEntry {
  readonly value: string
  readonly label: string
}

interface DemoPsp {
  readonly id: string
  readonly name: string
  readonly accounts: readonly string[]
}

/** The payment providers the sandbox plays. Configuration takes their place once merchants have some of their own. */
const demoPsps: readonly DemoPsp[] = [
  { id: 'acmecards', name: 'Acme Cards', accounts: ['3DS', 'N3DS'] },
  { id: 'borealpay', name: 'Boreal Pay', accounts: ['default'] },
  { id: 'kestrelcard', name: 'Kestrel Card', accounts: ['default'] },
  { id: 'nordbank', name: 'Nordbank', accounts: ['default'] },
  { id: 'walletx', name: 'WalletX', accounts: ['EU', 'UK'] },
  { id: 'manualbank', name: 'Manual bank', accounts: ['default'] },
  { id: 'voucherstore', name: 'Voucher store', accounts: ['default'] },
  { id: 'coinsim', name: 'Coinsim', accounts: ['default'] },
]

const entry = (value: string, label: string): CatalogueEntry => ({ value, label })

const accounts = [...new Set(demoPsps.flatMap((psp) => psp.accounts))]

/** What cells may pick from that is not configured anywhere yet. */
export const demoCatalogue = {
  psp: demoPsps.map(({ id, name }) => entry(id, name)),
  'psp-account': accounts.map((account) =>
    entry(
      account,
      `${account} (${demoPsps
        .filter((psp) => psp.accounts.includes(account))
        .map(({ name }) => name)
        .join(', ')})`,
    ),
  ),
  service: [
    entry('IDEAL', 'iDEAL'),
    entry('FINPAY', 'Finnish online banks'),
    entry('SWEBANK', 'Swedish online banks'),
    entry('NORBANK', 'Norwegian online banks'),
  ],
  'kyc-provider': [entry('kyc-sim', 'KYC simulator'), entry('kyc-sim-2', 'KYC simulator, second provider')],
  'fraud-provider': [entry('fraud-sim', 'Fraud simulator')],
  mpi: [entry('3ds-sim', '3-D Secure simulator')],
  'rate-service': [entry('ACTIVE', 'The one in use'), entry('fx-file', 'Imported file')],
} as const satisfies Partial<Record<Catalogue, readonly CatalogueEntry[]>>
