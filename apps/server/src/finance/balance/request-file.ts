import { createHash } from 'node:crypto'
import {
  caseFileKinds,
  fileNameOf,
  kindOfFile,
  largestCaseFile,
} from '@signalbox/model/investigation/case-file'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { refuseCardNumbersInFile } from '../../kit/card-numbers.ts'
import { openBytes, sealBytes } from '../../kit/envelope.ts'
import type { Work } from '../../kit/handle.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { findRequestFile, insertRequestFile } from './request-store.ts'
import type { LedgerRequestRecord } from './requests.ts'

export interface GivenFile {
  readonly name: string
  readonly content: string
}

const problem = (code: string, message: string) => invalid({ field: 'file', code, message })

export const requestFileOwner = (requestId: string): string => `ledger-request-file:${requestId}`

/** A file as it can be kept. It is looked at before anything is written. */
export async function readFile({ name, content }: GivenFile) {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64') !== content) throw problem('BASE64', 'Must be base64')
  if (bytes.length > largestCaseFile)
    throw problem('TOO_LARGE', `At most ${largestCaseFile / 1024 / 1024} MB`)
  const kind = kindOfFile(bytes)
  if (!kind) throw problem('FILE_TYPE', 'Only PDF, PNG and CSV files (checked by content)')
  if (kind === 'csv') await refuseCardNumbersInFile(bytes.toString(), 'file')
  return { bytes, kind, name: fileNameOf(name, kind) }
}
export type ReadFile = Awaited<ReturnType<typeof readFile>>

export async function keepFile(
  work: Work,
  box: SecretBox,
  request: LedgerRequestRecord,
  { bytes, kind }: ReadFile,
): Promise<void> {
  await insertRequestFile(work.tx, request, {
    ...sealBytes(box, requestFileOwner(request.id), bytes),
    kind,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
}

/** Names are made of letters every header takes. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`

export async function fetchRequestFile(
  work: Work,
  box: SecretBox,
  request: LedgerRequestRecord,
): Promise<Buffer> {
  const file = await findRequestFile(work.tx, request)
  if (!file) throw new Refusal('NOT_FOUND')
  const bytes = openBytes(box, requestFileOwner(request.id), file)
  work.audit({
    merchantId: request.merchantId,
    entityType: 'ledger-request',
    entityId: request.id,
    entityLabel: request.title,
    action: 'VIEW_FILE',
  })
  work.reply
    .header('content-type', caseFileKinds[file.kind])
    .header('content-disposition', disposition(request.fileName ?? 'file'))
    .header('cache-control', 'no-store')
  return bytes
}
