import { kycCalls } from '@signalbox/model/calls/kyc'
import { kycRecord } from '@signalbox/model/entities/kyc-record'
import { mayAccess } from '@signalbox/model/access/policy'
import type { ListQuery } from '@signalbox/model/field/resource'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { waitingAt } from '../../kit/pending-grant-store.ts'
import { exportRecords, type ExportSource } from '../../kit/record-export.ts'
import { marked, recordsOf } from '../../kit/record-marks.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { RuleSource } from '../core/flow/ask-rules.ts'
import type { KycResource } from './kyc-check.ts'
import { kycRecords } from './kyc-records.ts'
import { maskFor, type RecordMask } from './mask-record.ts'

interface Reply {
  readonly items?: readonly object[]
  readonly record?: object
}

/** Lists, single records and versions alike: whatever holds a record of a person is masked. */
function maskReply(mask: RecordMask, reply: unknown): unknown {
  const { items, record } = reply as Reply
  if (Array.isArray(items)) return { ...(reply as object), items: items.map((item) => maskReply(mask, item)) }
  // What somebody wrote about a version is about the same person.
  if (record) {
    const { note, ...shown } = mask({ ...record, note: (reply as { note: unknown }).note })
    return { ...(reply as object), note, record: shown }
  }
  return mask(reply as object)
}

/** Whoever asked for something two people decide about is told that it waits, and so is whoever opens the record. */
async function withWaiting(work: Work, reply: unknown): Promise<unknown> {
  const ids = recordsOf(reply).map(({ id }) => id)
  const waiting = await waitingAt(work.tx, kycRecord.slug, ids)
  return marked(reply, new Map([...waiting].map(([id, summary]) => [id, { waiting: summary }])))
}

const withMaskedReply = (handler: Handler): Handler => ({
  ...handler,
  run: async (work) => {
    const reply = await handler.run(work)
    return withWaiting(work, maskReply(await maskFor(work), reply))
  },
})

/** One record per user, unless all are asked for. */
const ofEachUser = <Query extends ListQuery>(query: Query): Query => ({ showAll: 'false', ...query })

/** What an export reads: records as the caller sees them, and all of them only for those who look after them. */
const exportSource = (records: KycResource, mask: RecordMask): ExportSource => ({
  entity: records.entity,
  store: (work) => {
    const { list, batches } = records.store(work)
    const isWhole = mayAccess(records.entity.exportAll ?? 'signedIn', work.user)
    return {
      list: (query) => list(ofEachUser(query)),
      async *batches(query, size) {
        const asked = ofEachUser(query)
        if (!isWhole) yield (await list(asked)).items.map(mask)
        else for await (const batch of batches(asked, size)) yield batch.map(mask)
      },
    }
  },
})

const ownWay = new Set<string>([kycCalls.list.key, kycCalls.export.key])
const offered = new Set<string>(Object.values(kycCalls).map(({ key }) => key))

export function handlers(rules: RuleSource): Handler[] {
  const records = kycRecords(rules)
  const all = resourceHandlers(records).filter(({ endpoint }) => offered.has(endpoint.key))
  return [
    ...all.filter(({ endpoint }) => !ownWay.has(endpoint.key)).map(withMaskedReply),
    {
      ...withMaskedReply(
        handle(kycCalls.list, (work) => records.store(work as Work).list(ofEachUser(work.query))),
      ),
      // The first of the calls of a resource says whose changes wait for a second person.
      grants: all.find(({ grants }) => grants)?.grants,
    } as Handler,
    handle(kycCalls.export, async (work) => {
      const mask = await maskFor(work as Work)
      return exportRecords(exportSource(records, mask), work as Work, work.query)
    }),
  ]
}
