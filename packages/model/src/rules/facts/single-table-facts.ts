import type { FactDeclaration } from '../fact.ts'

/** Facts only one table asks about, so they are in none of the shared sets of columns. */
export const singleTableFacts = [
  {
    key: 'delayReason',
    label: 'Delay reason',
    type: 'LIST',
    group: 'TX',
    from: 'D12',
    operators: ['in', 'notIn'],
    phrase: 'the reason for the delay',
    help: 'Set when an approver delayed the payment and the rules are evaluated again',
  },
  {
    key: 'mpi',
    label: '3DS server',
    type: 'LIST',
    group: 'RES',
    from: 'D13',
    operators: ['in', 'notIn'],
    phrase: 'the 3DS server',
    catalogue: 'mpi',
    needs: 'card',
  },
  {
    key: 'excludedUserIds',
    label: 'Excluded users',
    type: 'STRING',
    group: 'USR',
    from: 'D0',
    operators: ['notIn'],
    phrase: 'the user',
    help: 'Testers who may pay during the maintenance',
    caseSensitive: true,
    reads: 'userId',
  },
] as const satisfies readonly FactDeclaration[]
