// @ts-check

/** `npm test` takes one part of so many, another when the code has changed; `npm run test:full` takes all. */
export const partsOfTurns = 3

/**
 * Files of server tests that are slow and seldom about what has changed. Nothing stands here that proves something about
 * money, rights or what people must not see and is alone in it: that runs every time, made short by `oneIn` or fewer
 * runs where its list is long.
 */
export const inTurns = [
  'database/embedded-postgres',
  'demo/history/history',
  'kit/named-statements',
  'payments/public-api/documents',
  'setup/template/check-template',
  'setup/template/script-runner',
  'payments/transactions/queries',
  'payments/error-codes',
  'payments/rule-facts',
  'payments/rule-outputs',
  'payments/triggers',
  'sandbox/triggers',
]
