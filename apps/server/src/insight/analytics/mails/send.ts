import type { DashboardId } from '@signalbox/model/analytics/dashboards/titles'
import { mailPeriod, type MailPeriod } from '@signalbox/model/analytics/mail-rhythm'
import { plainName, type ValueName } from '@signalbox/model/analytics/value-name'
import { ruleOf } from '@signalbox/model/access/policy'
import type { Tx } from '../../../kit/database.ts'
import { mailJob } from '../../../kit/mail/mail-job.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { KitDeps, UnitOfWork } from '../../../kit/unit-of-work.ts'
import { readersAt } from '../../../people/user/read-model.ts'
import { readPspName } from '../../../setup/psp/read-model.ts'
import { viewerOf } from '../read-store.ts'
import { answersOf, dashboardName, letterText } from './letter.ts'
import { scopeBelow, type DueMail } from './mail-store.ts'

export interface MailDeps {
  readonly secrets: SecretBox
  /** Where people open the console. */
  readonly publicUrl: string
  readonly userFormats: KitDeps['userFormats']
}

/** Who may see the figures now. Whoever lost the role, the merchant or the account since is sent nothing. */
export const readersOf = (tx: Tx, merchantId: number, usernames: readonly string[]) =>
  readersAt(tx, merchantId, { roles: ruleOf('analytics.view').valid ?? [], usernames })

async function names(tx: Tx, merchants: ReadonlyMap<number, string>): Promise<ValueName> {
  const pspName = await readPspName(tx)
  return (dimension, value) => {
    if (value !== '' && (dimension === 'psp' || dimension === 'firstPsp')) return pspName(value)
    if (dimension === 'merchant') return merchants.get(Number(value)) ?? value
    return plainName(dimension, value)
  }
}

const daysText = ({ firstDay, lastDay }: MailPeriod): string =>
  firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`

function linkTo(publicUrl: string, { dashboard, currency, merchantId }: DueMail, days: MailPeriod): string {
  const query = new URLSearchParams({
    period: `${days.firstDay}..${days.lastDay}`,
    ...(currency && { currency }),
  })
  return `${publicUrl}/analytics/${dashboard}?${query.toString()}#merchant=${merchantId}`
}

/** Puts a mail for each recipient into the queue. Gives how many that are; null while the figures are not ready. */
export async function sendDashboard(
  unit: UnitOfWork,
  { secrets, publicUrl, userFormats }: MailDeps,
  mail: DueMail,
): Promise<number | null> {
  const { tx, now } = unit
  const { merchantId, dashboard } = mail
  const { scope, name: merchant, merchants } = await scopeBelow(tx, merchantId)
  const { timeZone } = await viewerOf(tx, merchantId)
  const days = mailPeriod(mail.rhythm, now.getTime(), timeZone)
  const told = await answersOf({ tx, now, scope }, dashboard as DashboardId, {
    period: { from: days.from, to: days.to },
    currency: mail.currency ?? null,
  })
  const [first] = told
  if (!first || first.reply.freshAt === null || Date.parse(first.reply.freshAt) < Date.parse(days.to))
    return null
  const nameOf = await names(tx, merchants)
  const readers = await readersOf(tx, merchantId, mail.recipients)
  for (const { id, merchantId: homeMerchantId, username, displayName, email } of readers) {
    const formats = await userFormats(tx, { id, homeMerchantId })
    const view = {
      user: { username, displayName },
      mail: {
        name: mail.name,
        dashboard: dashboardName(dashboard),
        merchant,
        days: daysText(days),
        timeZone,
      },
      list: letterText(told, formats, nameOf),
      link: linkTo(publicUrl, mail, days),
    }
    const request = { to: email, template: 'DashboardMail', merchantId, locale: formats.locale, view }
    unit.enqueue(mailJob(secrets, request, unit.newId()))
  }
  return readers.length
}
