import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps a message for a queue nobody configured. */
export type CaptureMessage = (account: string, message: string) => Promise<void>

/** Outside production, where a merchant has no queue, messages are kept in a file per account, one per line, for people to look at. */
export const captureQueue =
  (folder: string): CaptureMessage =>
  async (account, message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(
      join(folder, `${account.replaceAll(/[^\w-]/g, '_')}.jsonl`),
      `${message.replaceAll(/\s*\n\s*/g, ' ').trim()}\n`,
      { mode: 0o600 },
    )
  }
