import type { FactDeclaration } from '../fact.ts'

const lookBack = 'Looks back 365 days and at most 1,000 transactions per user unless configured otherwise'

const yesNo = <const Key extends string>(key: Key, label: string, phrase: string) =>
  ({
    key,
    label,
    type: 'BOOLEAN',
    group: 'HIST',
    from: 'D3',
    operators: ['is'],
    phrase,
    help: lookBack,
  }) as const satisfies FactDeclaration

const sum = <const Key extends string>(key: Key, label: string, phrase: string) =>
  ({
    key,
    label,
    type: 'STRING_NUMBER_MAP',
    group: 'HIST',
    from: 'D3',
    operators: ['moneyRange'],
    phrase,
    help: lookBack,
  }) as const satisfies FactDeclaration

const count = <const Key extends string>(key: Key, label: string, phrase: string) =>
  ({
    key,
    label,
    type: 'NUMBER',
    group: 'HIST',
    from: 'D3',
    operators: ['range'],
    phrase,
    help: lookBack,
    min: 0,
  }) as const satisfies FactDeclaration

const firsts = [
  yesNo('firstDeposit', 'First deposit', 'no deposit succeeded before'),
  yesNo('firstDepositAttempt', 'First deposit attempt', 'no deposit was tried before'),
  yesNo('firstWithdrawal', 'First withdrawal', 'no withdrawal succeeded before'),
  yesNo('firstWithdrawalAttempt', 'First withdrawal attempt', 'no withdrawal was tried before'),
  {
    ...yesNo('firstTimeMethod', 'First time method', 'the method was not used before'),
    about: 'method' as const,
  },
  {
    ...yesNo('firstTimeAccount', 'First time account', 'the account was not used before'),
    about: 'account' as const,
  },
  {
    ...yesNo('lastDepositMethodMatch', 'Last deposit method match', 'the method is that of the last deposit'),
    about: 'method' as const,
  },
]

const providers = [
  {
    key: 'pspUsedBefore',
    label: 'PSP used before',
    type: 'LIST',
    group: 'HIST',
    from: 'D3',
    operators: ['in', 'notIn'],
    phrase: 'the PSPs the user paid with before',
    help: 'PSPs with an earlier success',
    catalogue: 'psp',
    many: true,
  },
  {
    key: 'lastTxWithPsp',
    label: 'Last tx with PSP',
    type: 'STRING_MAP',
    group: 'HIST',
    from: 'D3',
    operators: ['mapIn'],
    phrase: 'the status of the most recent transaction with',
    help: 'A PSP and the status of the user’s latest transaction with it',
  },
] as const satisfies readonly FactDeclaration[]

const totals = [
  sum('totalDeposit', 'Total deposits', 'the sum of deposits'),
  sum('totalWithdrawal', 'Total withdrawals', 'the sum of withdrawals'),
  count('countDeposit', 'Number of deposits', 'the number of deposits'),
  count('countWithdrawal', 'Number of withdrawals', 'the number of withdrawals'),
  {
    ...count('exemptInRow', 'Exempt in a row', 'the number of exempt payments in a row'),
    help: 'Successful payments with this card since it last passed strong authentication',
    needs: 'card',
    about: 'account' as const,
  },
  {
    ...sum('exemptSumInRow', 'Exempt sum in a row', 'the sum of exempt payments in a row'),
    help: 'Successful payments with this card since it last passed strong authentication',
    needs: 'card',
    about: 'account' as const,
  },
  yesNo('hasBlockedAccount', 'Has blocked account', 'the user has a blocked account'),
] as const satisfies readonly FactDeclaration[]

export const historyFacts = [...firsts, ...providers, ...totals] as const
