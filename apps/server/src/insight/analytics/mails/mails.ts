import { nextMailAt } from '@signalbox/model/analytics/mail-rhythm'
import { analyticsMail, type AnalyticsMail } from '@signalbox/model/entities/analytics-mail'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../../kit/handle.ts'
import { Resource } from '../../../kit/resource.ts'
import { viewerOf } from '../read-store.ts'
import { readersOf, sendDashboard, type MailDeps } from './send.ts'

type Input = Record<string, unknown>

/** Figures go to nobody who could not open them in the console. */
async function requireReaders(work: Work, merchantId: number, usernames: readonly string[]): Promise<void> {
  const readers = new Set((await readersOf(work.tx, merchantId, usernames)).map(({ username }) => username))
  const unknown = usernames.flatMap((username, index) => (readers.has(username) ? [] : [index]))
  if (unknown.length === 0) return
  throw invalid(
    ...unknown.map((index) => ({
      field: `recipients.${index}`,
      code: 'RECIPIENT',
      message: 'No colleague with this name can see analytics of this merchant',
    })),
  )
}

/** When it comes next follows from the rest. */
async function scheduled(
  work: Work,
  merchantId: number,
  mail: Input & Partial<AnalyticsMail>,
): Promise<Input> {
  const { rhythm, hour, enabled = true } = mail
  if (!enabled || rhythm === undefined || hour === undefined) return { nextAt: null }
  const { timeZone } = await viewerOf(work.tx, merchantId)
  return { nextAt: new Date(nextMailAt(rhythm, hour, work.now.getTime(), timeZone)).toISOString() }
}

export const analyticsMails = (deps: MailDeps) =>
  new Resource(analyticsMail, {
    async beforeCreate(work, input) {
      const merchantId = work.scope.selected
      await requireReaders(work, merchantId, (input.recipients ?? []) as string[])
      return { ...input, ...(await scheduled(work, merchantId, input)) }
    },
    async beforeUpdate(work, input, current) {
      if ('recipients' in input)
        await requireReaders(work, current.merchantId, (input.recipients ?? []) as string[])
      // Whoever words it anew does not put off a mail that is due.
      const isMoved = (['rhythm', 'hour', 'enabled'] as const).some(
        (name) => name in input && input[name] !== current[name],
      )
      if (!isMoved) return input
      return { ...input, ...(await scheduled(work, current.merchantId, { ...current, ...input })) }
    },
    operations: {
      send: {
        async run(work, current) {
          const told = await sendDashboard(work, deps, current)
          if (told === null)
            throw new Refusal('INVALID_STATE', { message: 'The figures of these days are being prepared.' })
          if (told === 0)
            throw new Refusal('INVALID_STATE', { message: 'None of its recipients can see the figures now.' })
          return { lastSentAt: work.now.toISOString(), sentTo: told }
        },
        action: 'MAIL',
      },
    },
  })
