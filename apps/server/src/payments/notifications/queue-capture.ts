import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where messages for queues go. */
export type SendToQueue = (account: string, message: string) => Promise<void>

/** Outside production there is no queue: messages are kept in a file per account, one per line, for people to look at. */
export const captureQueue =
  (folder: string): SendToQueue =>
  async (account, message) => {
    await mkdir(folder, { recursive: true })
    await appendFile(join(folder, `${account.replaceAll(/[^\w-]/g, '_')}.jsonl`), `${message}\n`)
  }
