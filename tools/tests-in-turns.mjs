// @ts-check

/**
 * Files of tests that take turns: `npm test` runs one of these parts, another when the code has changed, and
 * `npm run test:full` runs all. Two kinds of files stand here: slow ones that are seldom about what has changed, and
 * those of a family, of which each run has one member (messages of PSPs; operations; rules; many at once; screens). What
 * a promise in docs/threats.md rests on runs every time, made short by `oneIn` or fewer runs where its list is long. The
 * parts take about as long.
 */
export const parts = [
  [
    'sandbox/triggers',
    'server/payments/manual-chargeback',
    'server/payments/notifications/webhooks',
    'server/finance/store/store',
    'server/payments/rule-facts',
    'web/screens/admin/backoffice-users/users-page',
    'web/screens/decision-tables/saving',
  ],
  [
    'server/setup/ruleset/change-sets/change-sets',
    'server/setup/template/script-runner',
    'server/payments/info-after-doubt',
    'server/insight/analytics/mails/mails',
    'server/setup/config/copy-config',
  ],
  [
    'server/insight/rule-match/match',
    'server/insight/rule-performance/overview',
    'server/insight/analytics/query',
    'web/screens/investigate/investigate',
    'web/screens/store/voucher/voucher',
  ],
  [
    'server/payments/counters/counters-model',
    'server/payments/operations/made-again',
    'server/payments/public-api/cashier-content',
    'server/payments/rule-outputs',
    'sandbox/demo/tokens/seed-tokens',
  ],
  [
    'sandbox/demo/history/history',
    'server/payments/operations/operations',
    'server/setup/template/check-template',
    'server/setup/ruleset/every-table',
    'web/screens/decision-tables/decision-table',
  ],
  [
    'server/payments/random-walk',
    'server/payments/reports',
    'server/payments/undecided-money',
    'server/finance/settlements/sandbox-payouts',
    'server/payments/ledger/closed-days',
  ],
  [
    'server/payments/captures',
    'server/payments/simulator/compare-rules',
    'server/payments/locks-at-once',
    'server/setup-counts',
    'server/insight/analytics/dashboards',
    'web/kit/record/record-form',
  ],
  [
    'server/payments/operations/decided-again',
    'server/insight/rule-performance/performance',
    'web/screens/approve/approve',
  ],
  [
    'sandbox/cashier/cashier',
    'server/payments/approvals/user-money',
    'server/payments/cases/waiting-report',
    'server/payments/late-screening',
    'server/payments/transactions/queries',
    'server/payments/triggers',
  ],
  [
    'server/kit/named-statements',
    'server/payments/fees',
    'server/payments/kyc-decisions',
    'server/payments/operations/offers',
    'server/payments/rules',
    'server/payments/approvals/reassigned',
    'web/screens/templates/templates-screen',
  ],
  [
    'server/database/embedded-postgres',
    'server/finance/settlements/settlements',
    'server/payments/cases/reports-in-any-order',
    'server/payments/limits-over-time',
    'server/payments/public-api/documents',
    'server/payments/time-travel',
    'web/screens/finance/settlements/settlements',
  ],
  [
    'server/metrics',
    'server/payments/burst',
    'server/payments/error-codes',
    'server/payments/network-tokens/onboarding',
    'server/payments/operations/psp-reference',
    'server/payments/public-api/cashier',
    'server/payments/closed-period',
    'server/finance/balance/as-of',
  ],
  [
    'sandbox/demo/settlements/seed-settlements',
    'server/payments/every-table-recorded',
    'server/payments/rules-kept',
    'server/payments/simulator/simulate-equals-live',
    'server/console/help/help',
    'server/traces',
    'web/screens/admin/invoice/invoice',
  ],
  [
    'server/finance/billing/documents',
    'server/finance/store/redemption',
    'server/finance/store/lease',
    'server/payments/network-tokens/token-payments',
    'server/payments/bank-mapping',
    'server/payments/reference/forex/forex',
    'server/console/inbox/mail-inbox',
    'server/console/home/figures',
  ],
]

export const inTurns = parts.flat()

/** @param {string} name the app, then the file in its sources */
export const testFile = (name) =>
  `apps/${name.replace('/', '/src/')}.test.${name.startsWith('web/') ? 'tsx' : 'ts'}`

/**
 * What stays away in this run.
 * @param {string | undefined} turn any number; without one nothing does
 */
export const notInTurn = (turn) =>
  turn === undefined ? [] : parts.filter((_, index) => index !== Number(turn) % parts.length).flat()
