import { createHash } from 'node:crypto'
import type { ChangedCase } from '@signalbox/model/calls/case'
import {
  caseFileKinds,
  fileNameOf,
  kindOfFile,
  largestCaseFile,
  mostCaseFiles,
} from '@signalbox/model/investigation/case-file'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { refuseCardNumbersInFile } from '../../kit/card-numbers.ts'
import { openBytes, sealBytes } from '../../kit/envelope.ts'
import type { Work } from '../../kit/handle.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { changeCase, lockCase, openedCase, writeEntry } from './case-work.ts'
import { filesBeside, findFile, insertFile } from './file-store.ts'
import { hidesPeople } from './hides-people.ts'

export interface FileDeps {
  readonly box: SecretBox
}

const problem = (code: string, message: string): Refusal => invalid({ field: 'content', code, message })

/** Node passes over what is no base64; a file that arrives damaged is no evidence. */
function bytesOf(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64') !== content) throw problem('BASE64', 'Must be base64')
  if (bytes.length > largestCaseFile)
    throw problem('TOO_LARGE', `At most ${largestCaseFile / 1024 / 1024} MB`)
  return bytes
}

/** Files belong to a case by its id alone: a case may turn out to be another merchant's. */
export const caseFileOwner = (fileId: string): string => `case-file:${fileId}`

/** Evidence is added and never changed, like everything else that is said about a case. */
export async function addFile(
  work: Work,
  { box }: FileDeps,
  id: string,
  given: { readonly name: string; readonly content: string },
): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'file')
  const { record } = locked
  const bytes = bytesOf(given.content)
  const kind = kindOfFile(bytes)
  if (!kind) throw problem('FILE_TYPE', 'Only PDF, PNG and CSV files (checked by content)')
  // Pictures and pages are not looked through; whatever is text is.
  if (kind === 'csv') await refuseCardNumbersInFile(bytes.toString(), 'content')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { count, isThere } = await filesBeside(work.tx, record, sha256)
  if (isThere) throw new Refusal('DUPLICATE', { message: 'The case already has this file.' })
  if (count >= mostCaseFiles)
    throw new Refusal('INVALID_STATE', { message: `A case can have at most ${mostCaseFiles} files.` })
  const [fileId, name] = [work.newId(), fileNameOf(given.name, kind)]
  await insertFile(work.tx, record, {
    ...sealBytes(box, caseFileOwner(fileId), bytes),
    id: fileId,
    name,
    kind,
    sizeBytes: bytes.length,
    sha256,
    authorId: work.user.id,
    author: work.user.username,
    at: work.now,
  })
  await writeEntry(work, record, 'FILE', { text: name, subject: kind.toUpperCase() })
  const change = await changeCase(
    work,
    locked,
    {},
    {
      action: 'ADD_FILE',
      after: { fileId, name, kind, sizeBytes: bytes.length, sha256 },
      personal: ['name', 'sha256'],
    },
  )
  return { id, version: change.version, state: record.state }
}

/** Headers take few letters; the whole name follows in a form that takes all of them. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`

/** A file names people in ways nobody can hide, so where people are hidden only its author opens it again. */
export async function fetchFile(
  work: Work,
  { box }: FileDeps,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<Buffer> {
  const { record } = await openedCase(work, id)
  const file = await findFile(work.tx, record, fileId)
  if (!file) throw new Refusal('NOT_FOUND')
  if (file.authorId !== work.user.id && (await hidesPeople(work, record.merchantId)))
    throw new Refusal('FORBIDDEN', { message: 'This merchant hides personal data.' })
  const { wrappedKey, content } = file
  if (wrappedKey === null || content === null)
    throw new Refusal('INVALID_STATE', {
      message: 'The file was erased with the user’s data.',
    })
  const bytes = openBytes(box, caseFileOwner(fileId), { wrappedKey, content })
  work.audit({
    merchantId: record.merchantId,
    entityType: 'case',
    entityId: id,
    entityLabel: record.type,
    action: 'VIEW_FILE',
    after: { fileId },
  })
  work.reply
    .header('content-type', caseFileKinds[file.kind])
    .header('content-disposition', disposition(file.name))
    .header('cache-control', 'no-store')
  return bytes
}
