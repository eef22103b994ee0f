import { nextMailAt } from '@signalbox/model/analytics/mail-rhythm'
import { systemActor } from '../../../kit/audit.ts'
import type { PeriodicJob } from '../../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../../kit/unit-of-work.ts'
import { viewerOf } from '../read-store.ts'
import { dueMails, lockDue, noteSent } from './mail-store.ts'
import { sendDashboard, type MailDeps } from './send.ts'

const everySeconds = 300

/** One mail in a transaction of its own: a crash sends it twice to nobody. */
async function mailOne(
  deps: KitDeps,
  mailDeps: MailDeps,
  key: { readonly merchantId: number; readonly id: string },
): Promise<number> {
  const { value } = await perform(deps, systemActor, async (unit) => {
    const mail = await lockDue(unit.tx, key, unit.now)
    const told = mail && (await sendDashboard(unit, mailDeps, mail))
    if (!mail || told === null || told === undefined) return 0
    const { timeZone } = await viewerOf(unit.tx, mail.merchantId)
    const nextAt = new Date(nextMailAt(mail.rhythm, mail.hour, unit.now.getTime(), timeZone))
    await noteSent(unit.tx, mail, { nextAt, at: unit.now, to: told })
    unit.audit({
      merchantId: mail.merchantId,
      entityType: 'analytics-mail',
      entityId: mail.id,
      entityLabel: mail.name,
      action: 'MAIL',
      after: { told },
    })
    unit.emit({ merchantId: mail.merchantId, topic: 'analytics-mail', key: mail.id })
    return told
  })
  return value
}

/** The figures of dashboards, to whom they were promised. One that cannot be sent keeps no other. */
export const mailDashboardsJob = (deps: KitDeps, mailDeps: MailDeps): PeriodicJob => ({
  name: 'mail-dashboards',
  title: 'Scheduled dashboard emails',
  schedule: { everySeconds },
  async run({ now, signal }) {
    const due = await dueMails(deps.db, now)
    const failures: unknown[] = []
    let told = 0
    for (const key of due) {
      signal.throwIfAborted()
      try {
        told += await mailOne(deps, mailDeps, key)
      } catch (error) {
        deps.log.error({ err: error, ...key }, 'a dashboard could not be mailed')
        failures.push(error)
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${due.length} emails could not be sent`)
    return `Sent: ${told}`
  },
})
