import { userPspAccount } from '@signalbox/model/entities/user-psp-account'
import { resourceScreen } from '../../kit/resource-screen.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { AccountAbout } from './account-about.tsx'
import { AccountStatus, BlockReason, Verification } from './account-badges.tsx'
import { checkAccount, operationRefusal } from './account-rules.ts'
import { operationInputs } from './block-reasons.tsx'
import { PageSwitch } from './page-switch.tsx'

const PrivacyTab = loadable(async () => (await import('./privacy-tab.tsx')).PrivacyTab)
const SharedTab = loadable(async () => (await import('./shared-tab.tsx')).SharedTab)
const TokensTab = loadable(async () => (await import('./tokens-tab.tsx')).TokensTab)

export const AccountsPage = resourceScreen({
  entity: userPspAccount,
  part: null,
  purpose: 'Cards, bank accounts and wallets that users paid with. Created automatically by payments.',
  columns: [
    'merchantUserId',
    'maskedAccount',
    'holder',
    'providerType',
    'status',
    'verificationStatus',
    'visible',
    'expiryDate',
    'noSuccessfulTx',
    'noFailedTx',
    'lastUsed',
    'lastSuccess',
    'merchantId',
  ],
  cells: { status: AccountStatus, verificationStatus: Verification, blockReason: BlockReason },
  form: { check: checkAccount },
  operations: { refusal: operationRefusal, asks: operationInputs, without: ['create'] },
  around: { Tools: PageSwitch },
  about: AccountAbout,
  tabs: [
    { name: 'tokens', label: 'Tokens', access: 'user-accounts.view', Content: TokensTab },
    { name: 'shared', label: 'Shared', access: 'user-accounts.view', Content: SharedTab },
    { name: 'privacy', label: 'Privacy', access: 'user-accounts.erase', Content: PrivacyTab },
  ],
})
