import type { DeclaredInput } from '@signalbox/model/cashier/input-types'
import type { WebhookEvent } from '@signalbox/model/entities/api-client'
import { endpointsFor } from '../../../setup/api-client/read-model.ts'
import { countingInputs } from '../../../setup/payment-method-input/read-model.ts'
import { pspSettings, pspsFor, type PspSettings } from '../../../setup/psp/read-model.ts'
import type { Database, Tx } from '../../../kit/database.ts'
import type { PspAccountConfig } from '../../connectors/connector.ts'
import type { ServiceAccount } from '../../connectors/service-account.ts'
import type { MachineDeps } from './machine-deps.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import { readMerchant, readPspAccount, readService, type ServiceRef } from './settings.ts'
import { readSettingsStamp } from './settings-store.ts'

/** What payments go by that people set. */
interface Settings {
  merchant(merchantId: number): Promise<MerchantSettings>
  psp(psp: string): Promise<PspSettings | undefined>
  /** PSPs that are switched on and do this kind of payment. */
  pspsFor(txType: string): Promise<ReadonlySet<string>>
  pspAccount(merchantId: number, psp: string, account: string): Promise<PspAccountConfig | undefined>
  service(merchantId: number, request: ServiceRef): Promise<ServiceAccount | undefined>
  /** Endpoints of API clients that want to hear of an event. */
  listeners(merchantId: number, event: string): Promise<readonly string[]>
  /** What users are asked for in such a payment, as people declared it. */
  inputs(merchantId: number, txType: string): Promise<readonly DeclaredInput[]>
}

/** All that was read since somebody last changed anything. */
interface SettingsSnapshot {
  readonly stamp: string
  readonly entries: Map<string, unknown>
}

const maxEntries = 20_000
/** So long a payment that is under way may go by what was asked for it or for another. */
const recentMs = 1_000

/**
 * Settings of this node, read once and kept until somebody changes any. Whoever begins or takes up a payment asks for
 * the stamp of all settings first, which is one small statement; the steps that follow at once go by the same. So a
 * change counts for everything that begins after it, and a second later for everything, on every node.
 *
 * Others share what was read and never the reading: whoever waited for one would hold a connection meanwhile, and the
 * reading may itself be waiting for just that one.
 */
export class SettingsCache {
  readonly #deps: Pick<MachineDeps, 'box' | 'production'>
  #snapshot: SettingsSnapshot = { stamp: '', entries: new Map() }
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(deps: Pick<MachineDeps, 'box' | 'production'>) {
    this.#deps = deps
  }

  /** As they are for this transaction. */
  of(tx: Database | Tx): Settings {
    let snapshot: Promise<SettingsSnapshot> | undefined
    return this.#reader(tx, () => (snapshot ??= this.#check(tx)))
  }

  /** For what follows at once from a transaction that has asked. */
  recent(db: Database | Tx): Settings {
    return this.#reader(db, async () =>
      performance.now() - this.#checkedAt < recentMs ? this.#snapshot : this.#check(db),
    )
  }

  async #check(db: Database | Tx): Promise<SettingsSnapshot> {
    const startedAt = performance.now()
    const stamp = await readSettingsStamp(db)
    if (stamp !== this.#snapshot.stamp || this.#snapshot.entries.size > maxEntries)
      this.#snapshot = { stamp, entries: new Map() }
    this.#checkedAt = startedAt
    return this.#snapshot
  }

  #reader(db: Database | Tx, snapshot: () => Promise<SettingsSnapshot>): Settings {
    const deps = this.#deps
    const underWay = new Map<string, Promise<unknown>>()
    const fill = async <T>(
      { entries }: SettingsSnapshot,
      key: string,
      read: () => Promise<T>,
    ): Promise<T> => {
      const value = await read()
      entries.set(key, value)
      return value
    }
    const cached = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const now = await snapshot()
      if (now.entries.has(key)) return now.entries.get(key) as T
      let reading = underWay.get(key) as Promise<T> | undefined
      if (!reading) {
        reading = fill(now, key, read).finally(() => underWay.delete(key))
        underWay.set(key, reading)
      }
      return reading
    }
    return {
      merchant: (id) => cached(`merchant ${id}`, () => readMerchant(db, deps, id)),
      psp: (psp) => cached(`psp ${psp}`, () => pspSettings(db, psp)),
      pspsFor: (txType) => cached(`psps for ${txType}`, () => pspsFor(db, txType)),
      pspAccount: (merchantId, psp, account) =>
        cached(`account ${merchantId} ${psp} ${account}`, () =>
          readPspAccount(db, deps, merchantId, psp, account),
        ),
      service: (merchantId, request) =>
        cached(`service ${merchantId} ${request.kind} ${request.provider} ${request.account ?? ''}`, () =>
          readService(db, deps, merchantId, request),
        ),
      listeners: (merchantId, event) =>
        cached(`listeners ${merchantId} ${event}`, () => endpointsFor(db, merchantId, event as WebhookEvent)),
      inputs: (merchantId, txType) =>
        cached(`inputs ${merchantId} ${txType}`, () => countingInputs(db, merchantId, txType)),
    }
  }
}
