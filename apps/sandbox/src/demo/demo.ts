import type { Config } from '@signalbox/server/config'
import { handlers as bankHandlers } from '@signalbox/server/finance/bank/routes'
import { settlementPayouts } from '@signalbox/server/finance/bank/settlement-payouts'
import { settlementDeps, settlementFeature } from '@signalbox/server/finance/settlements/settlement-feature'
import { figuresAreDue } from '@signalbox/server/insight/analytics/read-model'
import type { Demo } from '@signalbox/server/load-demo'
import { secretBox } from '@signalbox/server/kit/secret-box'
import { seedDemoTemplates } from '@signalbox/server/setup/template/seed-templates'
import { seedInvoices } from './billing/seed-invoices.ts'
import { seedCases } from './cases/seed-cases.ts'
import { demoLogins, demoPassword } from './demo-platform.ts'
import { demoTraffic } from './demo-traffic.ts'
import { fillHistory, planHistory, type HistoryDeps } from './history/fill-history.ts'
import { seedDemo } from './seed-demo.ts'
import { seedSettlements } from './settlements/seed-settlements.ts'
import { seedBooks } from './setup/seed-books.ts'
import { seedStore } from './store/seed-store.ts'
import { seedTokens } from './tokens/seed-tokens.ts'
import type { Machine } from '@signalbox/server/payments/core/flow/machine'

/** The calls finance people of the demo use. */
const financeHandlers = (config: Config) => [
  ...settlementFeature(config).handlers,
  ...bankHandlers(settlementPayouts(settlementDeps(config))),
]

async function seedHistory(config: Config, machine: Machine): Promise<{ stop(): Promise<void> }> {
  const { seedTransactions: transactions } = config
  const { deps }: { readonly deps: HistoryDeps } = machine
  const { log } = deps.kit
  if (transactions > 0) await planHistory(deps, { transactions, onlyFirst: true })
  const stopped = new AbortController()
  const startedAt = Date.now()
  const filling = fillHistory(deps, { signal: stopped.signal })
    .then(async ({ payments, rows }) => {
      if (payments > 0) {
        await figuresAreDue(deps.kit)
        log.info({ payments, rows, ms: Date.now() - startedAt }, 'history of the demo written')
      }
      return stopped.signal.aborted ? undefined : seedCases(deps.kit)
    })
    .then(() => (stopped.signal.aborted ? undefined : seedStore(machine)))
    .then(async () => {
      const batches = await seedSettlements(deps.kit, financeHandlers(config), stopped.signal)
      // Settled payments have other figures.
      if (batches > 0) await figuresAreDue(deps.kit)
      if (batches > 0) log.info({ batches, ms: Date.now() - startedAt }, 'settlements of the demo written')
    })
    .then(() => (stopped.signal.aborted ? 0 : seedInvoices(deps.kit, config, stopped.signal)))
    .then((invoices) => {
      if (invoices > 0) log.info({ invoices, ms: Date.now() - startedAt }, 'invoices of the demo written')
      return stopped.signal.aborted ? undefined : seedBooks(deps.kit, secretBox(config.masterKey))
    })
    .then(() =>
      stopped.signal.aborted || transactions === 0 ? undefined : seedTokens(machine, stopped.signal),
    )
    .catch((error: unknown) => log.error({ err: error }, 'the history of the demo could not be written'))
  return {
    stop: () => {
      stopped.abort()
      return filling
    },
  }
}

/** What the server loads by its name when it serves a demo. @public */
export const demo: Demo = {
  usernames: demoLogins.map(({ username }) => username),
  password: demoPassword,
  seed: (deps, box) => seedDemo(deps, seedDemoTemplates, box),
  seedHistory,
  traffic: demoTraffic,
}
