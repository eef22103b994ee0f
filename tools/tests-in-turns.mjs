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
    'sandbox/demo/history/history',
    'server/kit/named-statements',
    'server/setup/template/script-runner',
    'server/payments/cases/reports-in-any-order',
    'server/payments/manual-chargeback',
    'server/payments/operations/psp-reference',
    'server/payments/locks-at-once',
    'server/payments/random-walk',
    'web/screens/decision-tables/saving',
  ],
  [
    'server/payments/rule-outputs',
    'server/setup/template/check-template',
    'sandbox/triggers',
    'server/database/embedded-postgres',
    'server/payments/operations/offers',
    'server/payments/rules',
    'server/payments/limits-over-time',
    'web/screens/templates/templates-screen',
  ],
  [
    'server/payments/error-codes',
    'server/payments/rule-facts',
    'server/payments/time-travel',
    'server/metrics',
    'server/payments/reports',
    'server/payments/operations/made-again',
    'server/payments/captures',
    'web/screens/investigate/investigate',
  ],
  [
    'server/payments/transactions/queries',
    'server/payments/operations/operations',
    'server/payments/public-api/documents',
    'server/payments/burst',
    'server/payments/undecided-money',
    'server/payments/cases/waiting-report',
    'server/payments/late-screening',
    'web/screens/admin/backoffice-users/users-page',
  ],
  [
    'server/payments/triggers',
    'server/payments/operations/decided-again',
    'server/payments/public-api/cashier',
    'server/payments/fees',
    'server/payments/counters/counters-model',
    'server/payments/approvals/user-money',
    'server/setup-counts',
    'web/screens/decision-tables/decision-table',
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
