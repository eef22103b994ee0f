import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { paymentsOf } from './erase-store.ts'

export const forgetTask = 'gdpr-captured'
export const capturedPurpose = 'gdpr captured'
const payload = z.object({ merchantId: z.int(), subject: z.string(), words: z.string() })

/** Where no mail server and no queue is connected, what would have been sent lies in files. The words are sealed. */
export const forgetCaptured = (
  box: SecretBox,
  { merchantId, subject, words }: { merchantId: number; subject: string; words: readonly string[] },
): JobRequest => ({
  task: forgetTask,
  payload: { merchantId, subject, words: box.seal(capturedPurpose, subject, JSON.stringify(words)) },
})

const namesIn = async (folder: string, ending: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}

/** Mails are two files each, the readable one of which says what is in both. */
async function removeMails(folder: string, isAbout: (text: string) => boolean): Promise<void> {
  for (const path of await namesIn(folder, '.json')) {
    if (!isAbout(await readFile(path, 'utf8').catch(() => ''))) continue
    await rm(path.replace(/\.json$/, '.eml'), { force: true })
    await rm(path, { force: true })
  }
}

async function removeMessages(folder: string, isAbout: (text: string) => boolean): Promise<void> {
  for (const path of await namesIn(folder, '.jsonl')) {
    const lines = (await readFile(path, 'utf8')).split('\n')
    const kept = lines.filter((line) => !isAbout(line))
    if (kept.length === lines.length) continue
    await writeFile(`${path}.tmp`, kept.join('\n'), { mode: 0o600 })
    await rename(`${path}.tmp`, path)
  }
}

export const forgetCapturedTask = (deps: Pick<KitDeps, 'db'>, box: SecretBox, dataDir: string): QueueTask =>
  queueTask(forgetTask, payload, async ({ merchantId, subject, words }) => {
    const payments = await paymentsOf(deps.db, merchantId, subject)
    const telling = [
      ...(JSON.parse(box.open(capturedPurpose, subject, words)) as string[]),
      ...payments.map((id) => txRefId(merchantId, id)),
    ]
    const isAbout = (text: string) => telling.some((word) => text.includes(word))
    await removeMails(join(dataDir, 'mail'), isAbout)
    await removeMessages(join(dataDir, 'queue'), isAbout)
  })
