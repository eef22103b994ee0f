import type { UsersWidgetData } from '../calls/home.ts'
import {
  mostCounted,
  type BooksWidgetData,
  type ClientsWidgetData,
  type InvoicesWidgetData,
  type KycWidgetData,
  type SettlementsWidgetData,
  type StoreWidgetData,
} from '../calls/home-areas.ts'
import type {
  ApprovalsWidgetData,
  CasesWidgetData,
  HealthWidgetData,
  VolumeWidgetData,
} from '../calls/home-payments.ts'
import { noFileDays } from '../balance/psp-file.ts'
import { approvalQueues } from '../entities/transaction.ts'

/** Where a number of Home leads to, as the address of that list has it. */
export interface HomeFigure {
  readonly value: number
  readonly label: string
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly alarming?: boolean
  /** Nobody counted beyond. */
  readonly most?: number
}

type Queue = ApprovalsWidgetData['queues'][number]

const lateOf = ({ queue, late }: Queue, several: boolean): HomeFigure => ({
  value: late,
  label: several ? `Late, ${approvalQueues[queue].toLowerCase()}` : 'Late',
  to: '/approve',
  search: { queue, urgency: 'late' },
  alarming: true,
})

/** The queue has a page for each level, so what is late has a number for each level that has any. */
export function approvalFigures({ queues }: ApprovalsWidgetData): HomeFigure[] {
  const late = queues.filter((queue) => queue.late > 0)
  const first = queues.slice(0, 1)
  return [
    ...(late.length > 0 ? late : first).map((queue) => lateOf(queue, late.length > 1)),
    ...queues.map(({ queue, waiting }) => ({
      value: waiting,
      label: approvalQueues[queue],
      to: '/approve',
      search: { queue },
    })),
  ]
}

/** What nobody has to decide about, if nobody does within the hour. */
export const approvedByClock = ({ queues }: ApprovalsWidgetData): HomeFigure => ({
  value: queues.reduce((sum, queue) => sum + queue.approvedByClock, 0),
  label: 'will be approved automatically within an hour',
  to: '/approve',
  search: { queue: 'scheduled', due: 'hour' },
})

export function caseFigures(data: CasesWidgetData): HomeFigure[] {
  const to = '/investigate'
  return [
    { value: data.overdue, label: 'Overdue', to, search: { overdue: 'true' }, alarming: true },
    { value: data.mine, label: 'Yours', to, search: { whose: 'you' } },
    { value: data.hour, label: 'Under an hour', to, search: { age: 'hour' } },
    { value: data.hour + data.day, label: 'Under a day', to, search: { age: 'day' } },
    { value: data.older, label: 'Older', to, search: { age: 'older' } },
    ...(data.overdueCallbacks > 0
      ? [
          {
            value: data.overdueCallbacks,
            label: 'Overdue callbacks',
            to,
            search: { desk: 'callbacks', overdue: 'true' },
            alarming: true,
          },
        ]
      : []),
    { value: data.unknownCallbacks, label: 'Unknown callbacks', to, search: { desk: 'callbacks' } },
    { value: data.disputes, label: 'Disputes', to, search: { type: 'DISPUTE' } },
  ]
}

export const inconsistentFigure = ({ inconsistent }: CasesWidgetData): HomeFigure => ({
  value: inconsistent,
  label: inconsistent === 1 ? 'inconsistent payment' : 'inconsistent payments',
  to: '/transactions',
  search: { state: 'INCONSISTENT', created: 'all', testUsers: 'true' },
})

const methodTitles = { DEPOSIT: 'Deposits', WITHDRAWAL: 'Withdrawals' } as const

export const volumeFigure = ({ currency, method, today }: VolumeWidgetData['lines'][number]): HomeFigure => ({
  value: today.count,
  label: methodTitles[method],
  to: '/transactions',
  search: { created: 'today', method, state: 'SUCCESSFUL', baseCurrency: currency, voided: 'false' },
})

export const declineFigure = ({ code, count }: HealthWidgetData['declines'][number]): HomeFigure => ({
  value: count,
  label: code,
  to: '/transactions',
  search: { created: 'last-hour', statusCode: code },
})

export function userFigures(data: UsersWidgetData): HomeFigure[] {
  const to = '/admin/backoffice-users'
  return [
    { value: data.locked, label: 'Locked', to, search: { state: 'LOCKED' }, alarming: true },
    {
      value: data.withoutTwoFactor,
      label: 'Without two-factor',
      to,
      search: { noTwoFactor: 'true', state: 'ACTIVE,LOCKED' },
      alarming: true,
    },
    { value: data.invited, label: 'Invited', to, search: { state: 'INVITED' } },
    { value: data.disabled, label: 'Disabled', to, search: { state: 'DISABLED' } },
    { value: data.active, label: 'Active', to, search: { state: 'ACTIVE' } },
  ]
}

export function kycFigures(data: KycWidgetData): HomeFigure[] {
  const to = '/kyc/search'
  return [
    {
      value: data.awaitingReview,
      label: 'Awaiting review',
      to,
      search: { status: 'VERIFICATION_IN_PROGRESS,VERIFICATION_EXTERNAL_FAILURE' },
      most: mostCounted,
    },
    {
      value: data.hits,
      label: 'PEP and sanctions hits',
      to,
      search: { warnings: 'PEP_WARNING,SANCTIONS_WARNING,SDN_WARNING' },
      most: mostCounted,
      alarming: true,
    },
    {
      value: data.underAge,
      label: 'Under age, 24 hours',
      to,
      search: { status: 'UNDER_AGE', at: 'last-24h' },
      most: mostCounted,
    },
  ]
}

export const clientFigures = ({ expiring }: ClientsWidgetData): HomeFigure[] => [
  {
    value: expiring,
    label: 'Secrets expiring',
    to: '/admin/api-clients',
    search: { expiring: 'true', state: 'ACTIVE' },
    most: mostCounted,
    alarming: true,
  },
]

export function settlementFigures(data: SettlementsWidgetData): HomeFigure[] {
  const to = '/finance/settlements'
  return [
    {
      value: data.unmatchedLines,
      label: 'Unmatched lines',
      to,
      search: { mode: 'lines', open: 'true', matchStatus: 'UNMATCHED' },
      alarming: true,
    },
    { value: data.linesToDecide, label: 'Lines to decide', to, search: { mode: 'lines', open: 'true' } },
    { value: data.batchesToAccept, label: 'Batches to accept', to, search: { state: 'MATCHED' } },
  ]
}

export const withoutFileFigure = ({ withoutFile }: BooksWidgetData): HomeFigure => ({
  value: withoutFile,
  label: `PSP balances, no file for more than ${noFileDays} days`,
  to: '/finance/balance',
  search: { noFile: 'true' },
  alarming: true,
})

export function invoiceFigures(data: InvoicesWidgetData): HomeFigure[] {
  const to = '/admin/invoice'
  return [
    { value: data.overdue, label: 'Overdue', to, search: { overdue: 'true' }, alarming: true },
    { value: data.drafts, label: 'Drafts to approve', to, search: { state: 'DRAFT' } },
    { value: data.approved, label: 'To issue', to, search: { state: 'APPROVED' } },
  ]
}

export function storeFigures(data: StoreWidgetData): HomeFigure[] {
  const to = '/voucher/read'
  return [
    {
      value: data.lowBatches,
      label: 'Batches low in stock',
      to,
      search: { mode: 'batches', low: 'true' },
      alarming: true,
    },
    {
      value: data.redeemedToday,
      label: 'Redeemed today',
      to,
      search: { state: 'REDEEMED', redeemedAt: 'today' },
    },
    {
      value: data.refusedVouchers,
      label: 'Vouchers with refused tries',
      to,
      search: { state: 'ACTIVE', refused: 'true' },
      alarming: true,
    },
  ]
}
