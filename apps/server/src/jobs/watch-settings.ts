import type { Config } from '../config.ts'
import { endAlerts, raiseAlert } from '../setup/alert/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'

const platformMerchant = 1000
const key = 'SMTP_URL'
const title = 'Email is not sent: SMTP_URL is not set'
const body =
  'Password links, alerts and emails to users are written to DATA_DIR/mail instead. Set SMTP_URL and restart.'

/**
 * What a node was started without and can do without, but its operator should know: a line of the log at each start, and
 * an alert that stands until a node is started with it. Outside production mail is captured on purpose.
 */
export async function watchSettings(
  deps: KitDeps,
  { environment, smtpUrl }: Pick<Config, 'environment' | 'smtpUrl'>,
): Promise<void> {
  const isMissing = environment === 'production' && smtpUrl === undefined
  if (isMissing) deps.log.warn({ setting: key }, title)
  await perform(deps, systemActor, (unit) =>
    isMissing
      ? raiseAlert(unit, {
          merchantId: platformMerchant,
          source: 'SETTINGS',
          key,
          severity: 'WARNING',
          title,
          body,
        })
      : endAlerts(unit, { source: 'SETTINGS', isOver: (told) => told === key }),
  )
}
