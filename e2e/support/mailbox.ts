import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

export interface CapturedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly template: string
}

/** File names begin with the time the mail was asked for, so the last one is the newest. */
function mailsTo(address: string): CapturedMail[] {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapturedMail)
    .filter(({ to }) => to === address)
}

/** Mails leave through a queue; the newest of this kind to this address arrives in a moment. */
export async function newestMail(address: string, template: string): Promise<CapturedMail> {
  const found = () => {
    try {
      return mailsTo(address).findLast((mail) => mail.template === template)
    } catch {
      // The folder comes with the first mail.
      return undefined
    }
  }
  await expect.poll(() => found() !== undefined, { message: `a mail ${template} to ${address}` }).toBe(true)
  return found() as CapturedMail
}

export function linkIn({ text }: CapturedMail): URL {
  const [link = ''] = /https?:\S+/.exec(text) ?? []
  return new URL(link)
}
