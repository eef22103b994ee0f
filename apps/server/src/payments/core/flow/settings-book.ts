import type { WebhookEvent } from '@signalbox/model/entities/api-client'
import { endpointsFor } from '../../../setup/api-client/read-model.ts'
import { pspSettings, pspsFor, type PspSettings } from '../../../setup/psp/read-model.ts'
import type { Database, Tx } from '../../../kit/database.ts'
import type { PspAccountConfig } from '../../connectors/connector.ts'
import type { ServiceAccount } from '../../connectors/service-account.ts'
import type { MachineParts } from './machine-parts.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import { readMerchant, readPspAccount, readService, type ServiceWish } from './settings.ts'
import { readSettingsStamp } from './settings-store.ts'

/** What payments go by that people set. */
interface Settings {
  merchant(merchantId: number): Promise<MerchantSettings>
  psp(psp: string): Promise<PspSettings | undefined>
  /** PSPs that are switched on and do this kind of payment. */
  pspsFor(txType: string): Promise<ReadonlySet<string>>
  pspAccount(merchantId: number, psp: string, account: string): Promise<PspAccountConfig | undefined>
  service(merchantId: number, wish: ServiceWish): Promise<ServiceAccount | undefined>
  /** Endpoints of API clients that want to hear of an event. */
  listeners(merchantId: number, event: string): Promise<readonly string[]>
}

/** All that was read since somebody last changed anything. */
interface Edition {
  readonly stamp: string
  readonly pages: Map<string, Promise<unknown>>
}

const mostPages = 20_000
/** So long a payment that is under way may go by what was asked for it or for another. */
const recentMs = 1_000

/**
 * Settings of this node, read once and kept until somebody changes any. Whoever begins or takes up a payment asks for
 * the stamp of all settings first, which is one small statement; the steps that follow at once go by the same. So a
 * change counts for everything that begins after it, and a second later for everything, on every node.
 */
export class SettingsBook {
  readonly #parts: Pick<MachineParts, 'box' | 'production'>
  #edition: Edition = { stamp: '', pages: new Map() }
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(parts: Pick<MachineParts, 'box' | 'production'>) {
    this.#parts = parts
  }

  /** As they are for this transaction. */
  of(tx: Database | Tx): Settings {
    let edition: Promise<Edition> | undefined
    return this.#reader(tx, () => (edition ??= this.#check(tx)))
  }

  /** For what follows at once from a transaction that has asked. */
  recent(db: Database | Tx): Settings {
    return this.#reader(db, async () =>
      performance.now() - this.#checkedAt < recentMs ? this.#edition : this.#check(db),
    )
  }

  async #check(db: Database | Tx): Promise<Edition> {
    const startedAt = performance.now()
    const stamp = await readSettingsStamp(db)
    if (stamp !== this.#edition.stamp || this.#edition.pages.size > mostPages)
      this.#edition = { stamp, pages: new Map() }
    this.#checkedAt = startedAt
    return this.#edition
  }

  #reader(db: Database | Tx, edition: () => Promise<Edition>): Settings {
    const parts = this.#parts
    const page = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
      const { pages } = await edition()
      const known = pages.get(key) as Promise<T> | undefined
      // Whoever read it first may have failed for reasons of their own.
      if (known) return known.catch(read)
      const reading = read()
      pages.set(key, reading)
      reading.catch(() => pages.delete(key))
      return reading
    }
    return {
      merchant: (id) => page(`merchant ${id}`, () => readMerchant(db, parts, id)),
      psp: (psp) => page(`psp ${psp}`, () => pspSettings(db, psp)),
      pspsFor: (txType) => page(`psps for ${txType}`, () => pspsFor(db, txType)),
      pspAccount: (merchantId, psp, account) =>
        page(`account ${merchantId} ${psp} ${account}`, () =>
          readPspAccount(db, parts, merchantId, psp, account),
        ),
      service: (merchantId, wish) =>
        page(`service ${merchantId} ${wish.kind} ${wish.provider} ${wish.account ?? ''}`, () =>
          readService(db, parts, merchantId, wish),
        ),
      listeners: (merchantId, event) =>
        page(`listeners ${merchantId} ${event}`, () => endpointsFor(db, merchantId, event as WebhookEvent)),
    }
  }
}
