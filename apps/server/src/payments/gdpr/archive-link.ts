import { randomBytes } from 'node:crypto'
import type { ArchiveLink } from '@signalbox/model/calls/gdpr'
import { Refusal } from '@signalbox/model/text/refusal'
import { openEnvelope, sealEnvelope } from '../../kit/envelope.ts'
import type { Work } from '../../kit/handle.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { hashToken, newToken } from '../../people/identity/token.ts'
import { keepArchive, unlinkedFiles } from './request-store.ts'
import type { GdprRequests } from './service.ts'
import { zipOf, type ZipEntry } from './zip.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Letters and digits nobody takes for each other when they are read out: 32 of them, so each is as likely. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 6
const groupLength = 4

function newPassword(random: (bytes: number) => Buffer): string {
  const letters = [...random(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return letters.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? letters
}

interface LinkDeps {
  readonly box: SecretBox
  readonly publicUrl: string
}

/** Packs the files under a password that is told here and never again, behind an address that works once. */
export async function makeLink(
  requests: GdprRequests,
  work: Work,
  id: string,
  { box, publicUrl }: LinkDeps,
): Promise<ArchiveLink> {
  const store = requests.store(work)
  const request = await store.lock(id)
  const { merchantId, subject } = request
  const files = await unlinkedFiles(work.tx, { merchantId, requestId: id }, work.now)
  if (!files)
    throw new Refusal('INVALID_STATE', {
      message: 'The data is not ready, a link was already created, or it has expired.',
    })
  const [token, password] = [newToken(randomBytes), newPassword(randomBytes)]
  const entries = JSON.parse(openEnvelope(box, id, files)) as ZipEntry[]
  const archive = zipOf(entries, work.now, password).toString('base64')
  const expiresAt = new Date(work.now.getTime() + dayMs)
  const sealed = sealEnvelope(box, id, archive)
  await keepArchive(work.tx, { merchantId, requestId: id, ...sealed, expiresAt, tokenHash: hashToken(token) })
  const stamps = { updatedAt: work.now, updatedBy: work.user.username }
  await store.update(id, request.version, { linkedAt: work.now, dueAt: expiresAt, ...stamps })
  const about = { merchantId, entityType: 'gdpr', entityId: id, entityLabel: subject }
  work.audit({
    ...about,
    changeType: 'UPDATE',
    action: 'LINK',
    after: { expiresAt: expiresAt.toISOString() },
  })
  work.emit({ merchantId, topic: 'gdpr', key: id })
  return { url: `${publicUrl}/${token}`, password, expiresAt: expiresAt.toISOString() }
}
