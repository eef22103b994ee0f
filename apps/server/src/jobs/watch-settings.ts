import type { Config } from '../config.ts'
import { endAlerts, raiseAlert } from '../setup/alert/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'

const platformMerchant = 1000

type Watched = Pick<Config, 'environment' | 'smtpUrl' | 'auditWitnessUrl' | 'auditWitnessMail'>

interface Setting {
  readonly key: string
  readonly title: string
  readonly body: string
  readonly isMissing: (config: Watched) => boolean
}

/** Outside production mail is captured on purpose, and nobody else has to know how far the audit log goes. */
const settings: readonly Setting[] = [
  {
    key: 'SMTP_URL',
    title: 'Email is not sent: SMTP_URL is not set',
    body: 'Password links, alerts and emails to users are written to DATA_DIR/mail instead. Set SMTP_URL and restart.',
    isMissing: ({ environment, smtpUrl }) => environment === 'production' && smtpUrl === undefined,
  },
  {
    key: 'AUDIT_WITNESS_URL',
    title: 'Witnesses of the audit log stay on this node',
    body: 'Whoever owns the database and this node could remove the last entries of the audit log unnoticed. Set AUDIT_WITNESS_URL or AUDIT_WITNESS_MAIL and restart.',
    isMissing: ({ environment, auditWitnessUrl, auditWitnessMail }) =>
      environment === 'production' && auditWitnessUrl === undefined && auditWitnessMail === undefined,
  },
]

/**
 * What a node was started without and can do without, but its operator should know: a line of the log at each start, and
 * an alert that stands until a node is started with it.
 */
export async function watchSettings(deps: KitDeps, config: Watched): Promise<void> {
  for (const { key, title, body, isMissing } of settings) {
    const missing = isMissing(config)
    if (missing) deps.log.warn({ setting: key }, title)
    await perform(deps, systemActor, (unit) =>
      missing
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
}
