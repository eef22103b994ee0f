// @ts-check

/**
 * Files of server tests that take turns: `npm test` runs one of these parts, another when the code has changed, and
 * `npm run test:full` runs all. Two kinds of files stand here: slow ones that are seldom about what has changed, and
 * those of a family, of which each run has one member (messages of PSPs; operations; rules; many at once). What a promise
 * in docs/threats.md rests on runs every time, made short by `oneIn` or fewer runs where its list is long. The parts
 * take about as long.
 */
export const parts = [
  [
    'demo/history/history',
    'kit/named-statements',
    'setup/template/script-runner',
    'payments/notifications/notification-rules',
    'payments/cases/reports-in-any-order',
    'payments/manual-chargeback',
    'payments/operations/psp-reference',
    'payments/locks-at-once',
  ],
  [
    'payments/rule-outputs',
    'setup/template/check-template',
    'sandbox/triggers',
    'database/embedded-postgres',
    'payments/cases/waiting-report',
    'payments/operations/offers',
    'payments/rules',
    'payments/counters/counters-model',
  ],
  [
    'payments/error-codes',
    'payments/rule-facts',
    'payments/time-travel',
    'metrics',
    'payments/reports',
    'payments/operations/operations',
    'payments/captures',
    'payments/burst',
  ],
  [
    'payments/triggers',
    'payments/transactions/queries',
    'payments/public-api/documents',
    'payments/operations/decided-again',
    'payments/undecided-money',
    'payments/public-api/cashier',
    'payments/fees',
  ],
]

export const inTurns = parts.flat()

/**
 * What stays away in this run.
 * @param {string | undefined} turn any number; without one nothing does
 */
export const notInTurn = (turn) =>
  turn === undefined ? [] : parts.filter((_, index) => index !== Number(turn) % parts.length).flat()
