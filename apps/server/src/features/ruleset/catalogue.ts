import { roles } from '@signalbox/model/roles'
import { demoCatalogue, type CatalogueEntry } from '@signalbox/model/rules/demo-catalogue'
import type { Catalogue } from '@signalbox/model/rules/fact'
import { statusCodes } from '@signalbox/model/status-codes'
import {
  childTransactionTypes,
  providerTypeLabels,
  transactionTypes,
} from '@signalbox/model/transaction-types'
import type { Tx } from '../../kit/database.ts'
import { templateNames } from '../template/read-model.ts'
import { merchantAndAbove, merchantAndBelow, type NamedMerchant } from './catalogue-store.ts'
import type { KnownNames } from './workshop/find-unfit.ts'

type Entries = readonly CatalogueEntry[]

const same = (value: string): CatalogueEntry => ({ value, label: value })

/** The cashier shows a method with one of its services as a method of its own. */
const methodsWithService = demoCatalogue.service.map(({ value, label }) => ({
  value: `BANK:${value}`,
  label: `${providerTypeLabels.BANK}: ${label}`,
}))

const fromModel = {
  role: roles.map(same),
  'status-code': [...new Map(statusCodes.map(({ code, text }) => [code, text]))].map(([value, label]) => ({
    value,
    label,
  })),
  'tx-type': [...transactionTypes.map(({ name }) => name), ...childTransactionTypes].map(same),
  'provider-type': [
    ...Object.entries(providerTypeLabels).map(([value, label]) => ({ value, label })),
    ...methodsWithService,
  ],
} satisfies Partial<Record<Catalogue, Entries>>

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
    merchant: merchants.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` })),
    'email-template': await templates('email'),
    'mq-template': await templates('mq'),
  } satisfies Record<Catalogue, Entries>
  return Object.fromEntries(
    Object.entries<Entries>(catalogue).map(([name, entries]) => [name, [...entries]]),
  ) as Record<Catalogue, CatalogueEntry[]>
}

/** Methods and services come from outside and may be newer than what we know of them. */
const notOurs: readonly Catalogue[] = ['service', 'provider-type', 'tx-type']

/** What rules of a merchant may name: whatever is not there would send a payment nowhere. */
export async function namesKnownTo(tx: Tx, merchantId: number): Promise<KnownNames> {
  const catalogue = await catalogueOf(tx, {
    chain: await merchantAndAbove(tx, merchantId),
    merchants: await merchantAndBelow(tx, merchantId),
  })
  return Object.fromEntries(
    Object.entries(catalogue)
      .filter(([name]) => !notOurs.includes(name as Catalogue))
      .map(([name, entries]) => [name, entries.map(({ value }) => value)]),
  )
}
