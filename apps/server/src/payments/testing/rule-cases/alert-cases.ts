import type { OutputValue } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import type { alerts } from '@signalbox/model/rules/tables/alerts'

/** What came of a row that rang twice, a few minutes apart. */
export interface Rang {
  readonly body: string
  readonly times: number
  /** Everybody who got a mail about it, and by which template. */
  readonly mails: readonly { readonly to: string; readonly template: string }[]
  readonly windows: readonly { readonly kind: string; readonly minutes: number | null }[]
}

/** One cell of a row that watches payments; a second row is the same without the cell. */
export interface AlertCase {
  readonly cell: OutputValue
  readonly rest?: Rule['outputs']
  readonly shows: (rang: Rang) => unknown
  readonly expected: unknown
}

const mailed = { emailTemplate: 'AlertRaised' }
const closes = { setMaintenance: 'FIXED' }
const minutesClosed: AlertCase['shows'] = ({ windows }) => windows.map(({ minutes }) => minutes)

export const alertPsp = 'coinsim'

/** Both rows of every case ring for the same payments. */
export const alertConditions: Rule['conditions'] = {
  cron: { op: 'in', values: ['* * * * *'] },
  minutesBack: { op: 'in', values: ['60'] },
  minTx: { op: 'range', min: { value: 1, inclusive: true } },
  psp: { op: 'in', values: [alertPsp] },
}

export const alertCases: {
  readonly [Key in (typeof alerts)['outputs'][number]['key']]: AlertCase
} = {
  emailTemplate: {
    cell: 'AlertRaised',
    rest: { emailAddresses: ['desk@brand.example'] },
    shows: ({ mails }) => mails.some(({ to }) => to === 'desk@brand.example'),
    expected: true,
  },
  emailAddresses: {
    cell: ['night@brand.example'],
    rest: mailed,
    shows: ({ mails }) => mails.some(({ to }) => to === 'night@brand.example'),
    expected: true,
  },
  notifyRole: {
    cell: ['FIRST_APPROVER'],
    rest: mailed,
    shows: ({ mails }) => mails.some(({ to }) => to.startsWith('approver1@')),
    expected: true,
  },
  setMaintenance: {
    cell: 'HALF_OPEN',
    shows: ({ windows }) => windows.map(({ kind }) => kind),
    expected: ['HALF_OPEN'],
  },
  time: { cell: 120, rest: closes, shows: minutesClosed, expected: [120] },
  unit: { cell: 'HOUR', rest: { ...closes, time: 2 }, shows: minutesClosed, expected: [120] },
  cooldownMin: { cell: 0, shows: ({ times }) => times, expected: 2 },
  info: {
    cell: 'Call their desk first',
    shows: ({ body }) => body.includes('Call their desk first'),
    expected: true,
  },
}
