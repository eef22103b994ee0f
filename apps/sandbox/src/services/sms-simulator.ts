import * as z from 'zod'
import { openAppendLog } from '../append-log.ts'
import { json, text, type Route } from '../http-server.ts'

/** A text message as the gateway took it in. */
interface SentText {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  readonly at: string
}

/** What the gateway has sent, kept on the disk; the same message again is the same entry. */
export interface SmsBook {
  find(id: string): SentText | undefined
  record(sent: SentText): Promise<void>
  /** The newest first. */
  newest(count: number): readonly SentText[]
  close(): Promise<void>
}

export function openSmsBook(path: string): SmsBook {
  const log = openAppendLog<SentText>(path)
  const sent = new Map(log.replayed.map((entry) => [entry.id, entry]))
  return {
    find: (id) => sent.get(id),
    record: (entry) => {
      sent.set(entry.id, entry)
      return log.append(entry)
    },
    newest: (count) => [...sent.values()].slice(-count).toReversed(),
    close: () => log.close(),
  }
}

const messageShape = z.object({
  from: z.string().min(1).max(16),
  to: z.string().regex(/^\+?[\d ()-]{6,24}$/),
  text: z.string().min(1).max(1_600),
})

/** Numbers that end so cannot be reached: a gateway that is down, and one that knows no such number. */
const [down, unknown] = ['000503', '000404']
const digitsOf = (number: string): string => number.replaceAll(/\D/g, '')

/** Takes text messages in and sends them nowhere. */
export const smsRoutes = (book: SmsBook, now: () => number): readonly Route[] => [
  {
    method: 'POST',
    path: '/sms-sim/messages',
    run: async ({ headers, body }) => {
      const id = headers['idempotency-key']
      const message = messageShape.safeParse(JSON.parse(body))
      if (!id || !message.success) return json(422, { error: 'from, to, text and an idempotency-key' })
      if (digitsOf(message.data.to).endsWith(down)) return text(503, 'Service unavailable')
      if (digitsOf(message.data.to).endsWith(unknown)) return json(404, { error: 'no such number' })
      if (!book.find(id)) await book.record({ id, ...message.data, at: new Date(now()).toISOString() })
      return json(202, { id })
    },
  },
  {
    method: 'GET',
    path: '/admin/texts',
    run: ({ query }) => json(200, { items: book.newest(Number(query.get('newest') ?? '50')) }),
  },
]
