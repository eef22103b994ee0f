import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  settlementBatchCalls,
  settlementImportCalls,
  settlementLineCalls,
} from '@signalbox/model/calls/settlement'
import { peopleOf } from '@signalbox/model/access/people'
import type { ImportProfile } from '@signalbox/model/settlements/import-profile'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { batches } from './batches.ts'
import { commitFile, previewFile, type FileAccount, type Importer } from './import-file.ts'
import { accountsInBooks, readKeptFile } from './import-store.ts'
import { lines } from './lines.ts'
import type { SettlementDeps } from './match-batch.ts'
import { postingsOf } from './postings.ts'
import { chooseProfile, listProfiles, profileHandlers, requirePsp } from './profiles.ts'
import { readSample } from './sample.ts'
import { acceptanceOf } from './who-accepts.ts'

const asWork = (work: unknown) => work as Work
const decompress = promisify(gunzip)

const importerOf = ({ scope, user }: Work): Importer => ({
  merchantId: scope.selected,
  username: user.username,
  people: peopleOf(user),
})

async function accountOf(
  work: Work,
  { psp, pspAccount, profileId }: { psp: string; pspAccount: string; profileId?: string | undefined },
): Promise<FileAccount> {
  await requirePsp(work.tx, psp)
  return { psp, pspAccount, profile: await chooseProfile(work.tx, work.scope, profileId) }
}

/** The file of a batch as it was imported. Spreadsheets must not take it for a page of theirs. */
async function fetchFile(work: Work, id: string, resource: ReturnType<typeof batches>): Promise<Buffer> {
  const batch = await resource.store(work).get(id)
  const file = await readKeptFile(work.tx, batch.merchantId, batch.fileSha256)
  if (!file) throw new Refusal('NOT_FOUND')
  work.audit({
    merchantId: batch.merchantId,
    entityType: 'settlement-batch',
    entityId: id,
    entityLabel: batch.batchRef,
    action: 'VIEW_FILE',
    after: { sha256: batch.fileSha256 },
  })
  work.reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'no-store')
  return decompress(file.content)
}

const batchCalls = new Set<string>(Object.values(settlementBatchCalls).map(({ key }) => key))
const lineCalls = new Set<string>(Object.values(settlementLineCalls).map(({ key }) => key))

export function handlers(deps: SettlementDeps): Handler[] {
  const [batchResource, lineResource] = [batches(deps), lines(deps)]
  return [
    ...resourceHandlers(batchResource).filter(({ endpoint }) => batchCalls.has(endpoint.key)),
    ...resourceHandlers(lineResource).filter(({ endpoint }) => lineCalls.has(endpoint.key)),
    ...profileHandlers(),
    handle(settlementBatchCalls.postings, async (work) => {
      await batchResource.store(asWork(work)).get(work.params.id)
      return postingsOf(work.tx, work.params.id, work.scope.effective)
    }),
    handle(settlementBatchCalls.acceptance, async (work) =>
      acceptanceOf(asWork(work), deps, await batchResource.store(asWork(work)).get(work.params.id)),
    ),
    handle(settlementBatchCalls.file, (work) => fetchFile(asWork(work), work.params.id, batchResource)),
    handle(settlementImportCalls.options, async (work) => {
      const profiles = await listProfiles(work.tx, work.scope)
      return {
        accounts: await accountsInBooks(work.tx, work.scope.effective),
        profiles: profiles.map(({ id, title, psp }) => ({ id, title, psp })),
      }
    }),
    handle(settlementImportCalls.sample, (work) =>
      readSample(work.body.content, work.body.profile as ImportProfile | undefined),
    ),
    handle(settlementImportCalls.preview, async (work) => {
      const { fileName, content, ...account } = work.body
      const file = { name: fileName, content }
      return previewFile(work, importerOf(asWork(work)), await accountOf(asWork(work), account), file)
    }),
    handle(settlementImportCalls.commit, async (work) => {
      const { sha256, supersede, declaredNet, ...account } = work.body
      const importer = importerOf(asWork(work))
      const options = { sha256, supersede, declaredNet }
      return commitFile(work, deps, importer, await accountOf(asWork(work), account), options)
    }),
  ]
}
