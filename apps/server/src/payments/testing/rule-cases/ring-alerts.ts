import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { watchAlerts } from '../../alerts/watch-alerts.ts'
import type { PaymentPlatform } from '../payment-platform.ts'
import { rulePublisher } from '../publish-rules.ts'
import { alertCases, alertConditions, type Rang } from './alert-cases.ts'
import { runJobs } from './stage.ts'

const merchantId = 100010001

export type AlertOutput = keyof typeof alertCases

const outputs = Object.keys(alertCases) as AlertOutput[]

/** What its row is called by whom it told, with the cell and without. */
const rowNames = (output: AlertOutput) => {
  const place = 2 * outputs.indexOf(output)
  return { changed: `Row t${place}`, plain: `Row t${place + 1}` }
}

export async function publishAlerts(platform: PaymentPlatform): Promise<void> {
  const publish = await rulePublisher(platform)
  const rows = outputs.flatMap((output) => {
    const { cell, rest = {} } = alertCases[output]
    return [{ ...rest, [output]: cell }, rest]
  })
  await publish('alerts', ...rows.map((each) => ({ conditions: alertConditions, outputs: each })))
}

interface CapturedMail {
  readonly to: string
  readonly template: string
  readonly subject: string
}

function capturedMails({ config }: PaymentPlatform): CapturedMail[] {
  const folder = join(config.dataDir, 'mail')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapturedMail)
}

/** Lets all rows ring for what was paid, twice, and says what came of each. */
export async function ringAlerts(
  platform: PaymentPlatform,
): Promise<(output: AlertOutput) => { readonly changed: Rang; readonly plain: Rang }> {
  for (let looks = 0; looks < 2; looks++) {
    await sql`update alert_watch set looked_at = looked_at - interval '5 minutes',
      fired_at = fired_at - interval '5 minutes'`.execute(platform.db)
    await watchAlerts(platform.app.payments.machine.deps)
  }
  await runJobs(platform)
  const mails = capturedMails(platform)
  const { rows: alerts } = await sql<{ title: string; body: string; times: number }>`
    select title, body, times from alert where merchant_id = ${merchantId} and source = 'RULE'`.execute(
    platform.db,
  )
  const { rows: windows } = await sql<{ title: string; kind: string; minutes: number | null }>`
    select title, kind, (extract(epoch from end_at - start_at) / 60)::integer as minutes from maintenance
    where merchant_id = ${merchantId} and source = 'ALERT'`.execute(platform.db)
  const rangOf = (name: string): Rang => {
    const alert = alerts.find(({ title }) => title === name)
    if (!alert) throw new Error(`${name} did not ring`)
    return {
      ...alert,
      mails: mails.filter(({ subject }) => subject.endsWith(`: ${name}`)),
      windows: windows.filter(({ title }) => title.endsWith(`: ${name}`)),
    }
  }
  return (output) => {
    const { changed, plain } = rowNames(output)
    return { changed: rangOf(changed), plain: rangOf(plain) }
  }
}
