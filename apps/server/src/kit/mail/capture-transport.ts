import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { composed, composeOptions } from './compose.ts'
import type { MailMessage, MailTransport } from './mail-message.ts'

const fileTime = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '')

/** A file is there whole or not at all, and only its owner reads it: it may hold a link that lets people in. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const unfinished = `${path}.tmp`
  await writeFile(unfinished, content, { mode: 0o600 })
  await rename(unfinished, path)
}

const readable = ({ to, from, replyTo, subject, text, html, template, attachments }: MailMessage): string =>
  `${JSON.stringify({ to, from, replyTo, subject, text, html, template, attachments }, null, 2)}\n`

/**
 * Instead of a mail server: every mail becomes two files in a folder, as it would have been sent and as JSON. The JSON
 * comes last, so whoever sees it finds both. A mail that is sent again replaces its files.
 */
export function captureTransport(folder: string): MailTransport {
  const transporter = createTransport({ streamTransport: true, buffer: true, ...composeOptions })
  return {
    async send(message) {
      const { message: source } = await transporter.sendMail(composed(message))
      const path = join(folder, `${fileTime(message.queuedAt)}-${message.id}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(`${path}.eml`, source as Buffer)
      await writeWhole(`${path}.json`, readable(message))
    },
  }
}
