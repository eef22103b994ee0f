import { convertedCurrencies } from '@signalbox/engine/analyse/converted-currencies'
import { pspSetupsOf, type PspSetups } from '@signalbox/engine/analyse/psp-setup'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import { roles } from '@signalbox/model/access/roles'
import { demoCatalogue, type CatalogueEntry } from '@signalbox/model/rules/demo-catalogue'
import type { Catalogue } from '@signalbox/model/rules/fact'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import {
  childTransactionTypes,
  providerTypeLabels,
  transactionTypes,
} from '@signalbox/model/reference/transaction-types'
import type { Tx } from '../../kit/database.ts'
import { accountsOf } from '../config/read-model.ts'
import { pspNames } from '../psp/read-model.ts'
import { templateNames } from '../template/read-model.ts'
import {
  forexCells,
  merchantAndAbove,
  merchantAndBelow,
  rateServices,
  type NamedMerchant,
} from './catalogue-store.ts'
import type { KnownNames } from './ruleset-worker/find-unfit.ts'

type Entries = readonly CatalogueEntry[]

const same = (value: string): CatalogueEntry => ({ value, label: value })

const fromModel = {
  role: roles.map(same),
  'status-code': [...new Map(statusCodes.map(({ code, text }) => [code, text]))].map(([value, label]) => ({
    value,
    label,
  })),
  'tx-type': [...transactionTypes.map(({ name }) => name), ...childTransactionTypes].map(same),
} satisfies Partial<Record<Catalogue, Entries>>

/** PSPs, their services and accounts, from the catalogue and the configuration of these merchants. */
async function fromSetup(tx: Tx, merchants: readonly number[]) {
  const psps = (await pspNames(tx)).filter(({ status }) => status !== 'DRAFT')
  const converted = convertedCurrencies(
    await forexCells(tx, merchants),
    psps.map(({ psp }) => psp),
    platformVocabulary,
  )
  const nameOf = (id: string | null) => psps.find(({ psp }) => psp === id)?.name ?? id
  const accounts = new Map<string, Set<string>>()
  for (const { provider, accounts: named } of await accountsOf(tx, merchants)) {
    for (const account of named)
      accounts.set(account, new Set([...(accounts.get(account) ?? []), provider ?? '']))
  }
  const services = new Map(psps.flatMap((psp) => psp.services).map((service) => [service.service, service]))
  return {
    psp: psps.map(({ psp, name, txTypes, currencies }): CatalogueEntry => ({
      value: psp,
      label: name,
      txTypes,
      currencies,
      converts: converted.get(psp) ?? [],
    })),
    'psp-account': [...accounts]
      .map(([value, owners]): CatalogueEntry => {
        const names = [...owners].map((psp) => nameOf(psp) ?? '').sort()
        return { value, label: `${value} (${names.join(', ')})`, psps: [...owners].sort() }
      })
      .sort((a, b) => (a.value < b.value ? -1 : 1)),
    service: [...services.values()].map(({ service, label }) => ({ value: service, label })),
    'provider-type': [
      ...Object.entries(providerTypeLabels).map(([value, label]) => ({ value, label })),
      // The cashier shows a method with one of its services as a method of its own.
      ...[...services.values()].map(({ service, label, providerType }) => ({
        value: `${providerType}:${service}`,
        label: `${providerTypeLabels[providerType] ?? providerType}: ${label}`,
      })),
    ],
  } satisfies Partial<Record<Catalogue, Entries>>
}

/** The services we know, and those that rates were brought in from. */
async function rateServiceEntries(tx: Tx, chain: readonly number[]): Promise<Entries> {
  const known: Entries = demoCatalogue['rate-service']
  const others = (await rateServices(tx, chain)).filter((service) =>
    known.every(({ value }) => value !== service),
  )
  return [...known, ...others.map(same)]
}

interface Reach {
  /** The merchant and those it inherits from. */
  readonly chain: readonly number[]
  /** Those its rules may name. */
  readonly merchants: readonly NamedMerchant[]
}

/** What cells may pick from. */
export async function catalogueOf(
  tx: Tx,
  { chain, merchants }: Reach,
): Promise<Record<Catalogue, CatalogueEntry[]>> {
  const templates = async (type: 'email' | 'mq'): Promise<Entries> =>
    (await templateNames(tx, chain, type)).map(same)
  const catalogue = {
    ...demoCatalogue,
    ...fromModel,
    ...(await fromSetup(tx, [...chain, ...merchants.map(({ id }) => id)])),
    merchant: merchants.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` })),
    'email-template': await templates('email'),
    'mq-template': await templates('mq'),
    'rate-service': await rateServiceEntries(tx, chain),
  } satisfies Record<Catalogue, Entries>
  return Object.fromEntries(
    Object.entries<Entries>(catalogue).map(([name, entries]) => [name, [...entries]]),
  ) as Record<Catalogue, CatalogueEntry[]>
}

/** Methods and services come from outside and may be newer than what we know of them. */
const notOurs: readonly Catalogue[] = ['service', 'provider-type', 'tx-type']

/** What rules of a merchant may name: whatever is not there would send a payment nowhere. */
export async function namesKnownTo(
  tx: Tx,
  merchantId: number,
): Promise<{ readonly names: KnownNames; readonly psps: PspSetups }> {
  const catalogue = await catalogueOf(tx, {
    chain: await merchantAndAbove(tx, merchantId),
    merchants: await merchantAndBelow(tx, merchantId),
  })
  const names = Object.fromEntries(
    Object.entries(catalogue)
      .filter(([name]) => !notOurs.includes(name as Catalogue))
      .map(([name, entries]) => [name, entries.map(({ value }) => value)]),
  )
  return { names, psps: pspSetupsOf(catalogue.psp, catalogue['psp-account']) }
}
