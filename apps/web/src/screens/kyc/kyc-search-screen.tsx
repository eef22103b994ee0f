import { kycRecord } from '@signalbox/model/entities/kyc-record'
import { resourceScreen } from '../../kit/resource-screen.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { KycAbout } from './kyc-about.tsx'
import {
  Documents,
  InResponseTab,
  Overrides,
  PartStatus,
  Status,
  TransactionLink,
  Warnings,
} from './kyc-cells.tsx'
import { hitsOfRecord, operationRefusal } from './kyc-operations.ts'
import { LatestOrAll } from './latest-or-all.tsx'

const ResponseTab = loadable(async () => (await import('./response-tab.tsx')).ResponseTab)

export default resourceScreen({
  entity: kycRecord,
  purpose:
    'Checks of identity, age, address and sanctions lists. Created by payments, merchants and re-runs.',
  columns: [
    'userId',
    'status',
    'score',
    'idStatus',
    'ageStatus',
    'addressStatus',
    'warnings',
    'provider',
    'trigger',
    'txId',
    'at',
    'merchantId',
  ],
  cells: {
    status: Status,
    idStatus: PartStatus,
    ageStatus: PartStatus,
    addressStatus: PartStatus,
    warnings: Warnings,
    txId: TransactionLink,
    documents: Documents,
    response: InResponseTab,
    overrides: Overrides,
  },
  operations: { refusal: operationRefusal, asks: hitsOfRecord, without: ['create', 'delete'] },
  about: KycAbout,
  tabs: [{ name: 'response', label: 'Response', access: 'kyc.view', Content: ResponseTab }],
  around: { Tools: LatestOrAll },
})
