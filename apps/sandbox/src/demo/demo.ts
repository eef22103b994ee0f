import type { Demo } from '@signalbox/server/load-demo'
import { secretBox, type SecretBox } from '@signalbox/server/kit/secret-box'
import { seedDemoTemplates } from '@signalbox/server/setup/template/seed-templates'
import { seedCases } from './cases/seed-cases.ts'
import { demoLogins, demoPassword } from './demo-platform.ts'
import { demoTraffic } from './demo-traffic.ts'
import { fillHistory, planHistory, type HistoryDeps } from './history/fill-history.ts'
import { seedDemo } from './seed-demo.ts'
import { seedBooks } from './setup/seed-books.ts'
import { seedStore } from './store/seed-store.ts'
import type { Machine } from '@signalbox/server/payments/core/flow/machine'

async function seedHistory(
  transactions: number,
  machine: Machine,
  box: SecretBox,
): Promise<{ stop(): Promise<void> }> {
  const { deps }: { readonly deps: HistoryDeps } = machine
  const { log } = deps.kit
  if (transactions > 0) await planHistory(deps, { transactions, onlyFirst: true })
  const stopped = new AbortController()
  const startedAt = Date.now()
  const filling = fillHistory(deps, { signal: stopped.signal })
    .then(({ payments, rows }) => {
      if (payments > 0)
        log.info({ payments, rows, ms: Date.now() - startedAt }, 'history of the demo written')
      return stopped.signal.aborted ? undefined : seedCases(deps.kit)
    })
    .then(() => (stopped.signal.aborted ? undefined : seedStore(machine)))
    .then(() => (stopped.signal.aborted ? undefined : seedBooks(deps.kit, box)))
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
  seedHistory: ({ seedTransactions, masterKey }, machine) =>
    seedHistory(seedTransactions, machine, secretBox(masterKey)),
  traffic: demoTraffic,
}
