// @ts-check

/** `npm test` takes one part of so many, another when the code has changed; `npm run test:full` takes all. */
export const partsOfTurns = 4

/**
 * Files of server tests that are slow and seldom about what has changed. Nothing stands here that proves something about
 * money, rights or what people must not see and is alone in it: that runs every time, made short by `oneIn` or fewer
 * runs where its list is long. Every fourth belongs to the same part: in this order the parts take about as long.
 */
export const inTurns = [
  'demo/history/history',
  'payments/rule-outputs',
  'payments/error-codes',
  'payments/triggers',
  'kit/named-statements',
  'setup/template/check-template',
  'payments/rule-facts',
  'payments/transactions/queries',
  'setup/template/script-runner',
  'sandbox/triggers',
  'payments/time-travel',
  'payments/public-api/documents',
  'payments/notifications/notification-rules',
  'database/embedded-postgres',
  'metrics',
]
