import { StatusNo } from '@signalbox/model/reference/status-no'
import { paymentMethods } from '@signalbox/model/rules/tables/payment-methods'
import { card, ownPan, payout, status, suite, type OutputCase } from './rule-case.ts'

const listed = { depositMethods: ['CREDITCARD', 'SKRILL', 'BANK'] }

const names: OutputCase['shows'] = async ({ row }, stage) =>
  (await stage.cashier(row.userId)).methods.map(({ method }) => method)

/** What a cashier shows to its user, and what of it is accepted. */
export const cashierSuites = [
  suite(paymentMethods, {
    rest: listed,
    conditions: { method: { op: 'in', values: ['DEPOSIT'] } },
    cases: {
      depositMethods: {
        cell: ['SKRILL'],
        instead: ['CREDITCARD'],
        rest: {},
        shows: status,
        expected: StatusNo.ERR_DECLINED_REQ_BLOCKED,
      },
      withdrawalMethods: {
        cell: ['CREDITCARD'],
        instead: ['BANKIBAN'],
        rest: {},
        conditions: { method: { op: 'in', values: ['WITHDRAWAL'] } },
        also: [{ table: 'user-psp-account', outputs: { ignoreCheckIfUsed: true } }],
        pay: payout,
        shows: status,
        expected: StatusNo.ERR_DECLINED_REQ_BLOCKED,
      },
      addLastUsedFirst: {
        cell: true,
        pay: (stage, userId) =>
          stage.deposit(userId, {
            txType: 'SkrillDeposit',
            card: undefined,
            walletAccount: `${userId}@wallet.example`,
          }),
        shows: names,
        expected: ['SKRILL', 'CREDITCARD', 'BANK'],
      },
      alwaysEnabled: {
        cell: ['SKRILL'],
        rest: { ...listed, excludeIfNotUsed: true },
        shows: names,
        expected: ['SKRILL'],
      },
      excludeIfNotUsed: { cell: true, shows: status, expected: StatusNo.ERR_DECLINED_REQ_BLOCKED },
      includeHiddenAccounts: {
        cell: true,
        shows: async ({ row }, stage) =>
          (await stage.cashier(row.userId)).methods.flatMap(({ accounts }) => accounts).length,
        expected: 1,
      },
      excludeAccounts: {
        cell: { CREDITCARD: ['411111'] },
        pay: (stage, userId) => stage.deposit(userId, card(ownPan(userId))),
        shows: status,
        expected: StatusNo.ERR_DECLINED_REQ_BLOCKED,
      },
      cashierConfig: {
        cell: 'phone',
        shows: async ({ row }, stage) =>
          (await stage.cashier(row.userId)).methods.find(({ method }) => method === 'CREDITCARD')?.label,
        expected: 'Plastic',
      },
      displayNetDeposit: {
        cell: true,
        shows: async ({ row }, stage) => (await stage.cashier(row.userId)).netDeposit !== null,
        expected: true,
      },
    },
  }),
]
