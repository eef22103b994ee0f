import { notingSheet } from '@signalbox/model/money/noted-rates'
import { mappingFor } from '../../../setup/bank-mapping/read-model.ts'
import { windowsInForce, type MaintenanceWindow } from '../../../setup/maintenance/read-model.ts'
import type { Tx } from '../../../kit/database.ts'
import { accountContext } from './account-context.ts'
import { askRules } from './ask-rules.ts'
import { counterContext } from './counter-context.ts'
import type { MachineDeps } from './machine-deps.ts'
import { memoize } from './memoize.ts'
import { payerOf } from './packed-reading.ts'
import { pastContext } from './past-context.ts'
import { placesOf } from './places.ts'
import { tokenContext } from './token-context.ts'
import type { StepContext } from './step-context.ts'

/** The step context of one database transaction; `underWay` where the payment has just been worked on here. */
export function databaseContext(
  deps: MachineDeps,
  tx: Tx,
  now: Date,
  { underWay = false }: { readonly underWay?: boolean } = {},
): StepContext {
  const settings = underWay ? deps.settings.recent(tx) : deps.settings.of(tx)
  const windows = memoize<number, readonly MaintenanceWindow[]>((merchantId) =>
    windowsInForce(tx, merchantId, now),
  )
  return {
    now,
    timings: deps.timings,
    links: deps.links,
    // Any table may bound an amount in another currency than the payment's.
    ask: async (payment, table, step, options) => {
      const rates = options?.rates ?? notingSheet(await deps.reference.rates(payment.tx.merchantId))
      const startedAt = performance.now()
      const answer = await askRules(deps.rules, payment, table, step, { ...options, rates })
      deps.ruleAsked?.(performance.now() - startedAt)
      return { ...answer, rates }
    },
    newestEdition: (merchantId) => deps.rules.edition(merchantId),
    merchant: (merchantId) => settings.merchant(merchantId),
    rates: (merchantId, service, trust) => deps.reference.rates(merchantId, service, trust),
    psp: (slug) => settings.psp(slug),
    pspsFor: (txType) => settings.pspsFor(txType),
    inputs: (merchantId, txType) => settings.inputs(merchantId, txType),
    pspAccount: (merchantId, slug, account) => settings.pspAccount(merchantId, slug, account),
    service: (merchantId, kind, provider, account) =>
      settings.service(merchantId, { kind, provider, account }),
    bankMapping: (merchantId, facts) => mappingFor(tx, merchantId, facts),
    listeners: (merchantId, event) => settings.listeners(merchantId, event),
    payerOf: (reading) => payerOf(deps.box, reading),
    amountMayDiffer: async (slug) => {
      const { connector = slug } = (await settings.psp(slug)) ?? {}
      return deps.services.connectorFor(connector)?.traits.amountMayDiffer ?? false
    },
    takesNetworkTokens: async (slug) => {
      const found = await settings.psp(slug)
      const connector = found && deps.services.connectorFor(found.connector)
      return found?.capabilities.has('TOKENS') === true && connector?.traits.networkTokens === true
    },
    ...tokenContext(deps, tx),
    windows,
    ...counterContext(deps, { tx, now, merchant: (merchantId) => settings.merchant(merchantId) }),
    ...accountContext(deps, tx, now),
    ...pastContext(tx, now),
    countryOf: async (ip) => (await deps.reference.placeOf(ip))?.country,
    ...placesOf(deps, tx),
  }
}
