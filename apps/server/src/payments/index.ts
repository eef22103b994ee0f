import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { configurationsOf } from '../setup/config/read-model.ts'
import { Admission } from '../kit/admission.ts'
import type { Database } from '../kit/database.ts'
import { laneSizes } from '../kit/database-lanes.ts'
import type { EventFeed } from '../kit/events/event-feed.ts'
import { crashAt, noFailpoint } from '../kit/failpoint.ts'
import type { Metrics } from '../kit/metrics.ts'
import { destinationsOf } from '../kit/outbound/destinations.ts'
import { createHttpExchanger } from '../kit/outbound/http-exchange.ts'
import { secretBox } from '../kit/secret-box.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { holdWithdrawals } from './accounts/hold-withdrawals.ts'
import { answerOf } from './public-api/payment-answer.ts'
import { caseHandlers } from './cases/decision-routes.ts'
import { integrationTestOf } from './connectors/integration-test.ts'
import { openExternalServices } from './connectors/index.ts'
import { measureExternalServices } from './connectors/measure-external-services.ts'
import type { ExternalServices } from './connectors/external-services.ts'
import { applyDeferredCallbacks } from './core/flow/callbacks.ts'
import { payLinks } from './core/flow/links.ts'
import { Machine } from './core/flow/machine.ts'
import type { MachineDeps } from './core/flow/machine-deps.ts'
import type { Payments } from './core/payments.ts'
import type { RuleSource } from './core/flow/ask-rules.ts'
import { readMerchant, readPspAccount } from './core/flow/settings.ts'
import { SettingsCache } from './core/flow/settings-cache.ts'
import { productionTimings, sandboxTimings, type Timings } from './core/flow/timings.ts'
import { circumstanceFinder } from './core/flow/trial.ts'
import { paymentJobs } from './jobs/payment-jobs.ts'
import { kycTasks } from './kyc/rerun.ts'
import { networkTokenTasks } from './network-tokens/network-token-feature.ts'
import { captureQueue } from './notifications/queue-capture.ts'
import { sendWebhook } from './notifications/webhook-sender.ts'
import { paymentTasks } from './operations/payment-tasks.ts'
import { operationHandlers } from './operations/routes.ts'
import { ReferenceData } from './reference/reference-data.ts'
import type { TrialRulesFinder } from '../setup/ruleset/read-model.ts'
import { simulatorHandlers } from './simulator/routes.ts'
import { testCaseRunner } from './simulator/test-cases.ts'
import { leaseTxIds } from './core/record/node-lease.ts'
import { fingerprinter } from './vault/fingerprint.ts'
import { Vault } from './vault/vault.ts'
import { storeConnector } from './vouchers/store-connector.ts'
import { voucherJobs } from './vouchers/voucher-jobs.ts'
import { withOwnStore } from './vouchers/with-own-store.ts'

export interface PaymentOptions {
  /** Tests speak with an outside of their own. */
  readonly services?: ExternalServices
  readonly timings?: Partial<Timings>
}

interface PaymentDeps extends PaymentOptions {
  readonly config: Config
  readonly deps: KitDeps
  /** Connections for what is read while a transaction is open. */
  readonly lookups: Database
  /** For calls of the public API that change nothing. */
  readonly reads: Database
  readonly rules: RuleSource
  /** Tables in other versions than the active ones, for what is only tried. */
  readonly trialRules: TrialRulesFinder
  readonly metrics: Metrics
  readonly feed: EventFeed
}

export function openPayments(given: PaymentDeps): Payments {
  const { config, deps, lookups, reads, rules, trialRules, metrics, feed, timings } = given
  const { db, log, now, newId } = deps
  const production = config.environment === 'production'
  const box = secretBox(config.masterKey)
  const print = fingerprinter(config.masterKey)
  const vault = new Vault({ secrets: box, print, now, newId, random: randomBytes })
  const reference = new ReferenceData({ db: lookups, feed, log, now })
  // Ids are made of real time: they only ever grow, and partitions are made for real days.
  const ids = leaseTxIds({ db: lookups, now: deps.realNow ?? now, newId, log })
  const links = payLinks(config)
  const admission = admissionOf(config)
  const waysOut = openWaysOut(config, metrics, now)
  const machine = new Machine(
    {
      kit: deps,
      reads,
      rules,
      ruleAsked: (ms) => {
        metrics.ruleQuestions.inc()
        metrics.ruleSeconds.inc(ms / 1_000)
      },
      metrics,
      reference,
      vault,
      print,
      box,
      services: servicesOf(given, { print, exchange: waysOut.exchanger.exchange }),
      exchange: waysOut.messenger.exchange,
      timings: { ...(production ? productionTimings : sandboxTimings), ...timings },
      links,
      settings: new SettingsCache({ box, production }),
      ids,
      admission,
      configuredMerchants: async (psp) =>
        (await configurationsOf(db, psp)).map(({ merchantId }) => merchantId),
      production,
      failpoint: config.failpoint ? crashAt(config.failpoint) : noFailpoint,
    },
    {
      webhookBody: (tx, transaction) => answerOf(tx, transaction, links),
      applyDeferredCallbacks,
    },
  )
  const simulator = { deps: machine.deps, findRules: trialRules }
  const runTests = testCaseRunner(simulator)
  const captureMessage = production ? undefined : captureQueue(join(config.dataDir, 'queue'))
  return {
    machine,
    admission,
    links,
    vault,
    handlers: [
      ...operationHandlers(machine),
      ...caseHandlers(machine),
      ...simulatorHandlers({ ...simulator, runTests }),
    ],
    jobs: [...paymentJobs(machine, { sendWebhook, captureMessage }), ...voucherJobs(deps)],
    tasks: tasksOf(machine),
    ...consoleTests(machine.deps),
    findCircumstances: circumstanceFinder(machine.deps),
    runTests,
    stop: async () => {
      await machine.stop()
      await ids.stop()
      await reference.stop()
      waysOut.close()
    },
  }
}

function servicesOf(
  { config, deps, metrics, services }: PaymentDeps,
  { print, exchange }: Pick<MachineDeps, 'print' | 'exchange'>,
): ExternalServices {
  const { db, now, newId } = deps
  const outside = services ?? openExternalServices({ now, exchange, sandboxUrl: config.sandboxUrl, metrics })
  return measureExternalServices(withOwnStore(outside, storeConnector({ db, now, newId, print })), metrics)
}

const tasksOf = (machine: Machine): Payments['tasks'] => [
  ...paymentTasks(machine),
  holdWithdrawals(machine),
  ...kycTasks(machine.deps),
  ...networkTokenTasks(machine.deps),
]

/** How many payments this node takes at once; those that begin leave connections for those under way. */
const admissionOf = (config: Config): Admission =>
  new Admission({
    open: config.paymentsOpen,
    beginning: Math.max(1, Math.floor(laneSizes(config.databaseConnections).payments / 2)),
    waiting: config.paymentsWaiting,
    waitMs: config.paymentsWaitMs,
  })

function openWaysOut(config: Config, metrics: Metrics, now: () => Date) {
  const refused = (): void => metrics.outboundRefused.inc()
  const destinations = destinationsOf(config)
  const exchanger = createHttpExchanger({
    now,
    destinations: destinations.trusting(config.sandboxUrl),
    refused,
  })
  // Receivers of messages may be slow, and on the same host as those whom a payment waits for.
  const messenger = createHttpExchanger({ now, destinations, refused })
  const close = () => {
    exchanger.close()
    messenger.close()
  }
  return { exchanger, messenger, close }
}

/** Somebody at the console waits for these, and does not queue behind payments. */
function consoleTests({
  reads,
  box,
  production,
  services,
}: MachineDeps): Pick<Payments, 'ping' | 'askMerchant'> {
  return {
    ping: async (merchantId, psp, account) => {
      const found = await readPspAccount(reads, { box, production }, merchantId, psp, account)
      return found && services.connectorFor(found.connector)?.ping(found)
    },
    askMerchant: async (merchantId, userId) => {
      const { endpoint, baseCurrency } = await readMerchant(reads, { box }, merchantId)
      const requestedAmount = { minor: 0n, currency: baseCurrency }
      const call = { endpoint, txId: 0, tryNo: 1, requestedAmount }
      const asked = { sessionId: 'console-test', userId }
      return integrationTestOf(await services.merchant.verifyUser(call, asked))
    },
  }
}
