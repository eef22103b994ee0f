import { explain } from '@signalbox/engine/explain'
import type { CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { Facts } from '@signalbox/model/rules/fact'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { PaymentGroup } from './alert-store.ts'

/** What an alert counts; the facts it is decided by. */
export interface Measure {
  readonly thresholdPct: number
  readonly minUniqueUsers: number
  readonly minTx: number
}

const counted = new Set(['thresholdPct', 'minUniqueUsers', 'minTx'])
const schedule = new Set(['cron', 'minutesBack'])
const outcomes = new Set(['txState', 'txStatusCode'])
const million = 1_000_000

const factsOf = (group: PaymentGroup, now: Date): Facts => {
  const { merchantId, psp, pspAccount, service, txType, statusNo } = group
  const status = statusCodeOf(statusNo)
  return {
    now: now.toISOString(),
    merchantId: String(merchantId),
    txType,
    ...(psp && { psp }),
    ...(pspAccount && { pspAccount }),
    ...(service && { service }),
    ...(status && { txState: status.status, txStatusCode: status.code }),
  }
}

interface AlertQuestion {
  readonly table: EffectiveTable['table']
  readonly ruleset: CompiledRuleset
  readonly row: number
  readonly now: Date
}

/** The conditions of a row that do not hold for these facts, apart from its schedule, which brought us here. */
function failedColumns({ table, ruleset, row, now }: AlertQuestion, facts: Facts): string[] {
  const context = { step: 'AX', transactionId: now.toISOString() } as const
  return explain({ table, rulesets: [ruleset] }, facts, context)
    .failedColumns(row)
    .flatMap(({ key }) => (schedule.has(key) ? [] : key))
}

/** How many of the payments a row is about are in the statuses it names, and how many people that concerns. */
export function measureAlert(asked: AlertQuestion, groups: readonly PaymentGroup[]): Measure {
  let [all, matching] = [0, 0]
  const users = new Set<string>()
  for (const group of groups) {
    const failed = failedColumns(asked, factsOf(group, asked.now)).filter((column) => !counted.has(column))
    if (failed.every((column) => outcomes.has(column))) all += group.payments
    if (failed.length > 0) continue
    matching += group.payments
    for (const user of group.users) users.add(user)
  }
  return {
    thresholdPct: all === 0 ? 0 : Math.round((matching * million) / all),
    minUniqueUsers: users.size,
    minTx: all,
  }
}

/** Whether what was counted is what the row waits for. Where nobody paid there is nothing to be said about them. */
export const isAlarming = (asked: AlertQuestion, measure: Measure): boolean =>
  measure.minTx > 0 && !failedColumns(asked, { ...measure }).some((column) => counted.has(column))
