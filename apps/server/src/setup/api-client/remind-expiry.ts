import { endAlerts, raiseAlert } from '../alert/read-model.ts'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import type { StaffMail } from '../../people/user/read-model.ts'
import { expiringSecrets, updateSecret, type ExpiringSecret } from './client-store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How many days before the end somebody is told. */
const reminders = [30, 7, 1] as const

const dueReminder = ({ expiresAt, remindedDays }: ExpiringSecret, now: Date): number | undefined => {
  const daysLeft = (Date.parse(expiresAt) - now.getTime()) / dayMs
  const due = reminders.filter((days) => daysLeft <= days).at(-1)
  return due !== undefined && (remindedDays === null || due < remindedDays) ? due : undefined
}

async function remind(deps: KitDeps, secret: ExpiringSecret, days: number, mail: StaffMail): Promise<void> {
  const { merchantId, id, apiClientId, client, last4, expiresAt } = secret
  const severity = days <= 1 ? 'CRITICAL' : days <= 7 ? 'WARNING' : 'INFO'
  await perform(deps, systemActor, async (unit) => {
    await updateSecret(unit.tx, { merchantId, id }, { remindedDays: days })
    const told = await mail(unit, {
      merchantId,
      to: { roles: ['ALERT_RECEIVER', 'MERCHANT_ADMIN'], alertSeverity: severity },
      template: 'SecretExpiry',
      facts: { client, last4, days, expiresAt },
    })
    unit.audit({
      merchantId,
      entityType: 'api-client',
      entityId: apiClientId,
      entityLabel: client,
      action: 'SECRET_EXPIRY',
      after: { secretId: id, last4, days, told },
    })
    await raiseAlert(unit, {
      merchantId,
      source: 'SECRET_EXPIRY',
      key: id,
      severity,
      title: `A secret of ${client} expires ${days === 1 ? 'within a day' : `within ${days} days`}`,
      body: `…${last4} expires on ${expiresAt.slice(0, 10)}. Rotate it before its calls fail.`,
      subject: apiClientId,
    })
    unit.emit({ merchantId, topic: 'api-client', key: apiClientId })
  })
}

/** Secrets that end in a month, a week or a day, before somebody notices by calls that fail. */
export const remindExpiry = (deps: KitDeps, mail: StaffMail): PeriodicJob => ({
  name: 'secret-expiry',
  title: 'Expiring secrets of API clients',
  schedule: { everySeconds: 3600 },
  atStart: 'always',
  run: async () => {
    const now = deps.now()
    let told = 0
    const expiring = await expiringSecrets(deps.db, now, new Date(now.getTime() + reminders[0] * dayMs))
    for (const secret of expiring) {
      const days = dueReminder(secret, now)
      if (days === undefined) continue
      await remind(deps, secret, days, mail)
      told++
    }
    const stillEnding = new Set(expiring.map(({ id }) => id))
    await perform(deps, systemActor, (unit) =>
      endAlerts(unit, { source: 'SECRET_EXPIRY', isOver: (id) => !stillEnding.has(id) }),
    )
    return `Reminders: ${told}`
  },
})
