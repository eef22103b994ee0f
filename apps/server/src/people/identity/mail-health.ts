import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ownMailServer } from '../../kit/outbound/mail-server.ts'

const patience = { connectMs: 4_000, silenceMs: 4_000, wholeMs: 8_000 }

/** Asks the mail server, or the folder that stands in for it, without sending anything. */
export async function mailIsReachable(config: {
  smtpUrl: string | undefined
  dataDir: string
}): Promise<boolean> {
  try {
    if (config.smtpUrl === undefined) {
      const folder = join(config.dataDir, 'mail')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
      return true
    }
    const transporter = ownMailServer(config.smtpUrl, { limits: patience })
    try {
      return await transporter.verify()
    } finally {
      transporter.close()
    }
  } catch {
    return false
  }
}
