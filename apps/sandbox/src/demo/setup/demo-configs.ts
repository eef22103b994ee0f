import type { ConfigDocument } from '@signalbox/model/configuration/credential-field'
import { demoCatalogue } from '@signalbox/model/rules/demo-catalogue'

const services = {
  KycProviderConfig: demoCatalogue['kyc-provider'],
  FraudProviderConfig: demoCatalogue['fraud-provider'],
  ThreeDsServerConfig: demoCatalogue.mpi,
  TokenNetworkConfig: demoCatalogue['token-network'],
}

/** The simulated services around payments. They ask for no credentials. */
export const demoServices = Object.entries(services).flatMap(([type, providers]) =>
  providers.map(({ value, label }) => ({ type, provider: value, label })),
)

const reasons: ConfigDocument = {
  'tags.Approve': { checked: 'Checked with the player', 'known-player': 'Known player' },
  'tags.Deny': { documents: 'Documents missing', 'bonus-abuse': 'Bonus abuse', fraud: 'Suspected fraud' },
  'tags.On-Hold': { documents: 'Waiting for documents', review: 'Under review' },
  'tags.Unhold': { resolved: 'Resolved' },
  'tags.Delay-Approval': { 'cooling-off': 'Cooling-off period' },
  'tags.Capture': { delivered: 'Delivered' },
  'tags.Void': { mistake: 'Made by mistake', 'player-request': 'Player asked for it' },
  'tags.Refund': { 'player-request': 'Player asked for it', duplicate: 'Paid twice', goodwill: 'Goodwill' },
  'tags.Chargeback': {
    'CB-1': 'Not authorised by the holder',
    'CB-2': 'Goods not received',
    'CB-3': 'Charged twice',
  },
  'tags.ChargebackWon': { represented: 'Evidence accepted', withdrawn: 'Withdrawn by the holder' },
  'tags.RequestForInfo': { retrieval: 'Retrieval request' },
  'tags.NotificationOfFraud': { TC40: 'Visa TC40', SAFE: 'Mastercard SAFE' },
  'tags.Force': { evidence: 'Evidence from the PSP', statement: 'Bank statement' },
}

/** The group sets what holds for its brands; one of them is stricter. */
export const demoMerchantConfigs: readonly { merchantId: number; document: ConfigDocument }[] = [
  {
    merchantId: 100010000,
    document: {
      'approval.maxSingle': { EUR: '5000.00', SEK: '50000.00' },
      'approval.actionReasonRequired': false,
      'investigate.fourEyesAbove': { EUR: '500.00' },
      'integration.mode': 'MOCK',
      'integration.auth': 'NONE',
      'urls.success': 'https://northlight.example/cashier/success',
      'urls.failure': 'https://northlight.example/cashier/failure',
      'urls.pending': 'https://northlight.example/cashier/pending',
      'urls.cancel': 'https://northlight.example/cashier/cancel',
      ...reasons,
    },
  },
  {
    merchantId: 100010003,
    document: {
      'approval.maxSingle': { EUR: '2000.00', GBP: '1800.00', USD: '2200.00' },
      'approval.actionReasonRequired': true,
      'investigate.fourEyesAbove': { EUR: '250.00' },
      'integration.mode': 'MOCK',
      'integration.auth': 'NONE',
      'urls.success': 'https://aurora.example/cashier/success',
      'urls.failure': 'https://aurora.example/cashier/failure',
      'urls.pending': 'https://aurora.example/cashier/pending',
      'urls.cancel': 'https://aurora.example/cashier/cancel',
      ...reasons,
    },
  },
]

/** What holds for everybody stands with the platform; a brand has its own sender. */
export const demoIntegrations: readonly {
  merchantId: number
  type: string
  name: string
  document: ConfigDocument
}[] = [
  {
    merchantId: 1000,
    type: 'LocaleConfig',
    name: 'Language and formats',
    document: { locale: 'en', dateFormat: 'YYYY-MM-DD HH:MM', decimalSeparator: '.', csvSeparator: ',' },
  },
  {
    merchantId: 1000,
    type: 'PlatformConfig',
    name: 'Platform settings',
    // The demo shows it at one merchant, with everything that reaches it; `config` is the second person. Elsewhere, people who
    // try the demo make users and clients alone, and send links to whoever above it approves nothing.
    document: { 'fourEyes.grants': { 'Northlight Finland': '100010002' }, 'fourEyes.grantsAbove': false },
  },
  {
    merchantId: 100010000,
    type: 'CashierConfig',
    name: 'Cashier',
    document: {
      amounts: {
        EUR: ['20.00', '50.00', '100.00', '200.00'],
        SEK: ['200.00', '500.00', '1000.00', '2000.00'],
      },
    },
  },
  {
    merchantId: 100010003,
    type: 'EmailIntegrationConfig',
    name: 'Mail',
    document: { from: 'Aurora Casino <cashier@aurora.example>' },
  },
]
