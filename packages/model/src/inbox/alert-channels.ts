/** How bad it is, the mildest first. */
export const alertSeverities = ['INFO', 'WARNING', 'CRITICAL'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** From which severity on somebody is told, by one channel. */
export const alertLevels = {
  ALL: 'All alerts',
  WARNING: 'Warning and critical',
  CRITICAL: 'Critical only',
  NONE: 'Off',
} as const
export type AlertLevel = keyof typeof alertLevels

type AlertChannelName = 'inApp' | 'email'

/** How alerts reach one person. */
export type AlertChannels = Readonly<Record<AlertChannelName, AlertLevel>>

export const defaultAlertChannels: AlertChannels = { inApp: 'ALL', email: 'ALL' }

const leastOf: Readonly<Record<AlertLevel, number>> = {
  ALL: 0,
  WARNING: alertSeverities.indexOf('WARNING'),
  CRITICAL: alertSeverities.indexOf('CRITICAL'),
  NONE: alertSeverities.length,
}

export const severitiesTold = (level: AlertLevel): readonly AlertSeverity[] =>
  alertSeverities.slice(leastOf[level])

/** Whoever chose one of these is told of an alert this bad. */
export const levelsTelling = (severity: AlertSeverity): readonly AlertLevel[] =>
  (Object.keys(alertLevels) as AlertLevel[]).filter((level) => severitiesTold(level).includes(severity))

/** Somebody who receives alerts hears of the worst of them in one way at least. */
export const reachesNobody = ({ inApp, email }: AlertChannels): boolean =>
  inApp === 'NONE' && email === 'NONE'

export const noAlertChannel = 'Choose at least one channel: critical alerts must reach you.'
