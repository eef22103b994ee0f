import type { RecordOf } from '@signalbox/model/field/entity'
import { pspStatuses, type psp, type PspStatus } from '@signalbox/model/entities/psp'
import type { PspUse, UnmappedCode } from '@signalbox/model/calls/psp'
import type { Schema } from '@signalbox/model/field/endpoint'
import {
  expectedFeeSchema,
  servicesSchema,
  statusMapSchema,
  type StatusMapEntry,
} from '@signalbox/model/reference/psp-settings'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { isAddressBlock } from '@signalbox/model/rules/network-address'
import type { Work } from '../../kit/handle.ts'
import type { Destinations } from '../../kit/outbound/destinations.ts'
import { parseField } from '../../kit/parse.ts'
import type { OperationHook, ResourceHooks } from '../../kit/resource.ts'
import {
  allowedDataHosts,
  configurationsOf,
  dataDestinationProblem,
  forgetCatalogueSecrets,
  isSameAddress,
  type CatalogueChange,
} from '../config/read-model.ts'
import { publishedFields } from '../credentials-template/read-model.ts'
import { rulesNaming } from '../ruleset/read-model.ts'
import { logoProblem } from './logo-problem.ts'
import { codesSeen, openTransactions } from './psp-use-store.ts'

export type PspRecord = RecordOf<typeof psp>
type Input = Record<string, unknown>

const structures: Readonly<Record<string, Schema>> = {
  services: servicesSchema,
  statusMap: statusMapSchema,
  expectedFee: expectedFeeSchema,
}

/** Lists that are never missing: null empties them, as it clears everything else. */
const lists = ['services', 'statusMap']

const emptied = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value === null && lists.includes(name) ? [] : value]),
  )

export interface PspSettings {
  readonly destinations: Destinations
  /** The names of PSPs that there is code for. */
  readonly connectors: readonly string[]
}

/** A name no code answers to would only be noticed by the first payment. */
function refuseConnector(connectors: readonly string[], name: unknown): void {
  if (name === undefined || connectors.some((known) => known === name)) return
  throw invalid({
    field: 'connector',
    code: 'UNKNOWN',
    message: `There is no such connector. Known are ${connectors.join(', ')}.`,
  })
}

/** What fields of their own say about themselves the kit has checked; this is what lies inside the others. */
function checked({ destinations, connectors }: PspSettings, given: Input): Input {
  const input = emptied(given)
  for (const [name, schema] of Object.entries(structures))
    if (input[name] !== undefined) parseField(name, schema, input[name])
  const problem = typeof input.logo === 'string' && input.logo !== '' ? logoProblem(input.logo) : undefined
  if (problem) throw invalid({ field: 'logo', code: 'PNG', message: problem })
  for (const field of ['testUrl', 'productionUrl']) {
    const address = input[field]
    const message =
      typeof address === 'string' && address !== '' ? destinations.webProblem(address) : undefined
    if (message !== undefined) throw invalid({ field, code: 'URL', message })
  }
  refuseConnector(connectors, input.connector)
  const ranges = (input.callbackIps ?? []) as string[]
  const wrong = ranges.filter((range) => !isAddressBlock(range))
  if (wrong.length > 0)
    throw invalid({
      field: 'callbackIps',
      code: 'CIDR',
      message: `Not an address range: ${wrong.join(', ')}`,
    })
  return input
}

const goTo = (status: PspStatus, from: readonly PspStatus[]): OperationHook<PspRecord> => ({
  run(_work, current) {
    if (!from.includes(current.status)) {
      const message = `The PSP is ${pspStatuses[current.status].toLowerCase()}.`
      return Promise.reject(new Refusal('INVALID_STATE', { message, current }))
    }
    return Promise.resolve({ status })
  },
})

const counted = (count: number, one: string, many = `${one}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export async function usesOf(work: Work, { psp }: PspRecord): Promise<PspUse> {
  return {
    configurations: (await configurationsOf(work.tx, psp)).length,
    rules: (await rulesNaming(work.tx, { psp })).length,
    openTransactions: await openTransactions(work.tx, psp),
  }
}

const monthMs = 30 * 24 * 60 * 60 * 1000

/** What the PSP said in the last month that the map has no answer to. */
export async function unmappedCodes(work: Work, { psp, statusMap }: PspRecord): Promise<UnmappedCode[]> {
  const mapped = new Set((statusMap as StatusMapEntry[]).map(({ pspCode }) => pspCode))
  const seen = await codesSeen(work.tx, psp, new Date(work.now.getTime() - monthMs))
  return seen.filter(({ pspCode }) => !mapped.has(pspCode)).slice(0, 50)
}

/** The address payments are sent to; outside production nobody calls the one of production. */
const addressField = (production: boolean) => (production ? 'productionUrl' : 'testUrl')

function changedDestination(
  before: PspRecord,
  after: PspRecord,
  address: ReturnType<typeof addressField>,
): CatalogueChange | undefined {
  if (before.connector !== after.connector) return 'connector'
  return isSameAddress(before[address], after[address]) ? undefined : 'address'
}

async function refuseDestination(work: Work, input: Input, production: boolean): Promise<void> {
  const field = addressField(production)
  const address = input[field]
  if (typeof address !== 'string') return
  const rules = { production, allowedHosts: await allowedDataHosts(work.tx) }
  const message = dataDestinationProblem(address, rules)
  if (message) throw invalid({ field, code: 'DESTINATION', message })
}

/** What an open payment was told in one language is not understood in another. */
async function refuseOtherConnector(work: Work, { connector }: Input, current: PspRecord): Promise<void> {
  if (connector === undefined || connector === current.connector) return
  const open = counted(await openTransactions(work.tx, current.psp), 'open transaction')
  if (open.length === 0) return
  throw new Refusal('IN_USE', {
    message: `${current.name} has ${open.join()}. The connector can be changed after they have ended.`,
  })
}

export const pspHooks = ({ destinations, connectors }: PspSettings): ResourceHooks<PspRecord> => ({
  async beforeCreate(work, input) {
    await refuseDestination(work, input, destinations.production)
    const empty = { services: [], statusMap: [], expectedFee: null }
    return { ...empty, ...checked({ destinations, connectors }, input), status: 'DRAFT' }
  },
  async beforeUpdate(work, input, current) {
    await refuseDestination(work, input, destinations.production)
    const values = checked({ destinations, connectors }, input)
    await refuseOtherConnector(work, values, current)
    return values
  },
  async beforeRemove(work, current) {
    const { configurations, rules, openTransactions: open } = await usesOf(work, current)
    const uses = [
      ...counted(configurations, 'configuration'),
      ...counted(rules, 'rule'),
      ...counted(open, 'open transaction'),
    ]
    if (uses.length === 0) return
    throw new Refusal('IN_USE', {
      message: `${current.name} is used by ${uses.join(', ')}. Deprecate it instead.`,
    })
  },
  /** A secret belongs to the address it was entered for, and to the connector that knows how to send it. */
  async afterChange(work, { before, after }) {
    if (!before || !after) return
    const changed = changedDestination(before, after, addressField(destinations.production))
    if (!changed) return
    const fields = (await publishedFields(work.tx)).get(after.psp) ?? []
    await forgetCatalogueSecrets(work, after, fields, changed)
  },
  operations: {
    activate: goTo('ACTIVE', ['DRAFT', 'DEPRECATED']),
    deprecate: goTo('DEPRECATED', ['ACTIVE']),
  },
})
