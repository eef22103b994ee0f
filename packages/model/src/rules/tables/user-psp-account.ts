import { anyPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'

export const userPspAccount = decisionTable({
  number: 'T10',
  tag: 'UP',
  slug: 'user-psp-account',
  route: '/fraud-block/user-psp-account',
  title: 'User PSP account',
  purpose:
    'Decides how many accounts a user may have, who may share one, and which accounts may receive withdrawals.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D4', 'D15'],
  conditions: anyPaymentColumns,
  outputs: [
    { key: 'canShare', label: 'May be shared', type: 'BOOLEAN', default: false },
    {
      key: 'maxUsersPerAccount',
      label: 'Users per account',
      type: 'NUMBER',
      help: 'Where accounts may be shared',
      min: 1,
      max: 1000,
    },
    { key: 'maxAccounts', label: 'Accounts per user', type: 'NUMBER', min: 0, max: 1000 },
    {
      key: 'requireUsedForDeposit',
      label: 'Must have deposited',
      type: 'BOOLEAN',
      default: true,
      help: 'Withdrawals are paid only to accounts the user deposited from',
    },
    {
      key: 'ignoreCheckIfUsed',
      label: 'Deposit not required',
      type: 'BOOLEAN',
      default: false,
      help: 'Allows these withdrawals to any account',
    },
    {
      key: 'excludeAccounts',
      label: 'Excluded accounts',
      type: 'LIST',
      help: 'Prefixes of account numbers that are not checked',
    },
    {
      key: 'newAccountStatus',
      label: 'New accounts are',
      type: 'CHOICE',
      default: 'NEW',
      options: { NEW: 'New', ACTIVE: 'Active', BLOCKED: 'Blocked' },
    },
  ],
  declines: ['ERR_PSP_ACCOUNT_NOT_USED', 'ERR_PSP_ACCOUNT_USED_BY_OTHER_USER', 'ERR_TOO_MANY_PSP_ACCOUNTS'],
  onNoMatch: 'Withdrawals need an account that was used for a deposit; nothing else is checked.',
})
