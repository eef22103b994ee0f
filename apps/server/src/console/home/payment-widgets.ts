import type { VolumeWidgetData } from '@signalbox/model/calls/home-payments'
import { decimalText } from '@signalbox/model/money/money-text'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import {
  frequentFailures,
  pspRuns,
  turnoverIn,
  type Span,
  type TurnoverRow,
} from '../../payments/core/record/read-model.ts'
import { countCasesByAge } from '../../payments/cases/read-model.ts'
import { windowsInForce } from '../../setup/maintenance/read-model.ts'
import { approvalCourses, hoursOf } from './courses.ts'
import { healthOf, severityOf } from './psp-health.ts'
import { todaySoFar } from './today.ts'
import type { WidgetSource } from './widget-source.ts'

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000
const healthMinutes = 15
const declinesShown = 5

const before = ({ from, to }: Span): Span => ({
  from: new Date(from.getTime() - dayMs),
  to: new Date(to.getTime() - dayMs),
})

function compare(
  today: readonly TurnoverRow[],
  yesterday: readonly TurnoverRow[],
): Omit<VolumeWidgetData, 'hours'> {
  const all = [...today, ...yesterday]
  const lineOf = (rows: readonly TurnoverRow[], currency: string, method: string) =>
    rows.find((row) => row.currency === currency && row.method === method)
  const turnover = (row: TurnoverRow | undefined, currency: string) => ({
    count: row?.count ?? 0,
    amount: decimalText({ minor: row?.minor ?? 0n, currency }),
  })
  const ended = (rows: readonly TurnoverRow[]) => {
    const deposits = rows.filter(({ method }) => method === 'DEPOSIT')
    return {
      ended: deposits.reduce((sum, row) => sum + row.ended, 0),
      successful: deposits.reduce((sum, row) => sum + row.successful, 0),
    }
  }
  const busiest = [...new Set(all.map(({ currency }) => currency))].toSorted(
    (a, b) => countOf(all, b) - countOf(all, a) || a.localeCompare(b),
  )
  return {
    lines: busiest.flatMap((currency) =>
      (['DEPOSIT', 'WITHDRAWAL'] as const).map((method) => ({
        currency,
        method,
        today: turnover(lineOf(today, currency, method), currency),
        yesterday: turnover(lineOf(yesterday, currency, method), currency),
      })),
    ),
    deposits: { today: ended(today), yesterday: ended(yesterday) },
  }
}

const countOf = (rows: readonly TurnoverRow[], currency: string): number =>
  rows.reduce((sum, row) => (row.currency === currency ? sum + row.successful : sum), 0)

/** What goes through the machine, for those who may look at it. */
export const paymentWidgets = {
  approvals: {
    id: 'approvals',
    title: 'Waiting for approval',
    access: 'approve.view',
    about: ({ scope, user }) => [scope.effective, user.id],
    async load(work, { approvalQueues }) {
      const queues = await approvalQueues(work)
      const late = queues.some((queue) => queue.late > 0)
      const waiting = queues.some((queue) => queue.waiting > 0)
      return { severity: late ? 'warning' : waiting ? 'info' : 'ok', data: { queues } }
    },
  },
  cases: {
    id: 'cases',
    title: 'Open cases',
    access: 'investigate.view',
    about: ({ scope, user }) => [scope.effective, user.id, user.roles],
    async load({ tx, scope, user, now }) {
      const data = await countCasesByAge(tx, scope.effective, {
        userId: user.id,
        roles: user.roles,
        now,
      })
      const open = data.hour + data.day + data.older + data.unknownCallbacks
      return {
        severity: data.overdue + data.overdueCallbacks > 0 ? 'warning' : open > 0 ? 'info' : 'ok',
        data,
      }
    },
  },
  volume: {
    id: 'volume',
    title: 'Payments today',
    // Everybody who works on payments; customer service only looks single ones up.
    access: 'transactions.note',
    about: ({ scope, user }) => [scope.effective, user.id],
    async load(work) {
      const { tx, scope, now, user, deps } = work
      const { timeZone } = await deps.userFormats(tx, user)
      const today = todaySoFar(now, timeZone)
      const data = compare(
        await turnoverIn(tx, scope.effective, today),
        await turnoverIn(tx, scope.effective, before(today)),
      )
      return { severity: 'info', data: { ...data, hours: await hoursOf(work, today) } }
    },
  },
  health: {
    id: 'health',
    title: 'PSPs in the last 15 minutes',
    access: 'rules.view',
    about: ({ scope }) => scope.effective,
    async load(work) {
      const { tx, scope, now } = work
      const windows = await windowsInForce(tx, scope.selected, now)
      // A window for a method, a service or a bank leaves the PSP open for the rest.
      const closed = windows.flatMap(({ psp, service, bank, method }) =>
        psp !== null && service === null && bank === null && method === 'BOTH' ? [psp] : [],
      )
      const runs = await pspRuns(tx, scope.effective, { now, minutes: healthMinutes })
      const courses = await approvalCourses(work)
      const psps = healthOf(runs, new Set(closed)).map((psp) => ({
        ...psp,
        course: courses.get(psp.psp) ?? [],
      }))
      const lastHour = { from: new Date(now.getTime() - hourMs), to: now }
      const declines = await frequentFailures(tx, scope.effective, { ...lastHour, most: declinesShown })
      return {
        severity: severityOf(psps),
        data: {
          psps,
          declines: declines.map(({ statusNo, count }) => ({
            code: statusCodeOf(statusNo)?.code ?? String(statusNo),
            count,
          })),
        },
      }
    },
  },
} satisfies Record<string, WidgetSource>
