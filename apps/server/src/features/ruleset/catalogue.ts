import { roles } from '@signalbox/model/roles'
import { demoCatalogue, type CatalogueEntry } from '@signalbox/model/rules/demo-catalogue'
import type { Catalogue } from '@signalbox/model/rules/fact'
import { statusCodes } from '@signalbox/model/status-codes'
import {
  childTransactionTypes,
  providerTypeLabels,
  transactionTypes,
} from '@signalbox/model/transaction-types'
import type { Work } from '../../kit/handle.ts'
import { templateNames } from '../template/read-model.ts'

type Entries = readonly CatalogueEntry[]

const same = (value: string): CatalogueEntry => ({ value, label: value })

const fromModel = {
  role: roles.map(same),
  'status-code': [...new Map(statusCodes.map(({ code, text }) => [code, text]))].map(([value, label]) => ({
    value,
    label,
  })),
  'tx-type': [...transactionTypes.map(({ name }) => name), ...childTransactionTypes].map(same),
  'provider-type': Object.entries(providerTypeLabels).map(([value, label]) => ({ value, label })),
} satisfies Partial<Record<Catalogue, Entries>>

/** What cells of the selected merchant may pick from. */
export async function catalogueOf({
  tx,
  scope,
  inScope,
}: Pick<Work, 'tx' | 'scope' | 'inScope'>): Promise<Record<Catalogue, CatalogueEntry[]>> {
  const templates = async (type: 'email' | 'mq'): Promise<Entries> =>
    (await templateNames(tx, scope.chain, type)).map(same)
  const catalogue = {
    ...demoCatalogue,
    ...fromModel,
    merchant: inScope
      .filter(({ id }) => scope.effective.includes(id))
      .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` })),
    'email-template': await templates('email'),
    'mq-template': await templates('mq'),
  } satisfies Record<Catalogue, Entries>
  return Object.fromEntries(
    Object.entries<Entries>(catalogue).map(([name, entries]) => [name, [...entries]]),
  ) as Record<Catalogue, CatalogueEntry[]>
}
