import type { BalanceAccount, BalancePsp } from '@signalbox/model/calls/balance'
import { noFileDays } from '@signalbox/model/balance/psp-file'
import { accountClasses, parseAccountKey } from '@signalbox/model/ledger/account'
import { toWire } from '@signalbox/model/money/money-schema'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { dayAfter } from '@signalbox/model/text/calendar-day'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { lastEntries, movementsOn, ownersOf } from './account-store.ts'
import { movementsOf, sumsAsOf, type AccountSum } from './as-of-store.ts'
import { consolidate } from './consolidate.ts'
import type { BalanceJoins, PspFigure } from './psp-figures.ts'

/** A screen shows no more; who wants them all takes the file. */
export const mostAccounts = 2_000

const keyOf = ({ merchantId, account }: { merchantId: number; account: string }) => `${merchantId} ${account}`

export const todayOf = (now: Date, timeZone: string): string =>
  writeLocalTime('YYYY-MM-DD', now.getTime(), timeZone)

export async function accountsNow(work: Work) {
  const { tx, scope, now } = work
  const sums = await sumsAsOf(tx, scope.effective, {})
  const shown = sums.slice(0, mostAccounts)
  const owners = await ownersOf(tx, scope.effective)
  const days = owners.map(({ id, timeZone }) => ({ merchantId: id, day: todayOf(now, timeZone) }))
  const dayOf = new Map(days.map(({ merchantId, day }) => [merchantId, day]))
  const moved = new Map((await movementsOn(tx, days)).map((each) => [keyOf(each), each.net]))
  const last = new Map((await lastEntries(tx, shown)).map((each) => [keyOf(each), each.at]))
  const accounts = shown.flatMap((sum): BalanceAccount[] => {
    const parsed = parseAccountKey(sum.account)
    if (!parsed) return []
    const { type, dimension, currency } = parsed
    return [
      {
        merchantId: sum.merchantId,
        account: sum.account,
        type,
        class: accountClasses[type],
        dimension,
        balance: toWire({ minor: sum.debit - sum.credit, currency }),
        movementToday: toWire({ minor: moved.get(keyOf(sum)) ?? 0n, currency }),
        today: dayOf.get(sum.merchantId) ?? todayOf(now, 'UTC'),
        lastEntryAt: last.get(keyOf(sum)) ?? null,
      },
    ]
  })
  return { accounts, isCut: sums.length > shown.length, consolidated: await consolidate(work, sums, {}) }
}

interface PspSums {
  receivable: bigint
  accruedFees: bigint
  reserve: bigint
}

const pspParts = {
  PSP_RECEIVABLE: 'receivable',
  PSP_FEE_ACCRUED: 'accruedFees',
  RESERVE_HELD: 'reserve',
} as const

function pspSums(sums: readonly AccountSum[]): Map<string, PspSums> {
  const found = new Map<string, PspSums>()
  for (const { account, debit, credit } of sums) {
    const parsed = parseAccountKey(account)
    if (!parsed || !Object.hasOwn(pspParts, parsed.type)) continue
    const part = pspParts[parsed.type as keyof typeof pspParts]
    const key = `${parsed.dimension.split('/')[0] ?? ''} ${parsed.currency}`
    const known = found.get(key) ?? { receivable: 0n, accruedFees: 0n, reserve: 0n }
    // Fees are owed, so they grow on the other side.
    known[part] += part === 'accruedFees' ? credit - debit : debit - credit
    found.set(key, known)
  }
  return found
}

const dayMs = 24 * 60 * 60 * 1000

/** Of several accounts at a PSP, the latest settlement and the first payout to come. */
function settlementOf(figures: readonly PspFigure[], psp: string, currency: string, today: string) {
  const own = figures.filter((figure) => figure.psp === psp && figure.currency === currency)
  const settled = own.flatMap(({ lastSettledOn }) => lastSettledOn ?? []).toSorted()
  const next = own
    .filter(({ nextPayoutOn, nextPayoutMinor }) => nextPayoutOn !== null || nextPayoutMinor !== null)
    .toSorted((a, b) => ((a.nextPayoutOn ?? '9') < (b.nextPayoutOn ?? '9') ? -1 : 1))[0]
  const lastSettledOn = settled.at(-1) ?? null
  const minor = next?.nextPayoutMinor ?? null
  return {
    lastSettledOn,
    daysSinceSettlement:
      lastSettledOn === null ? null : Math.round((Date.parse(today) - Date.parse(lastSettledOn)) / dayMs),
    nextPayout: next
      ? { on: next.nextPayoutOn, amount: minor === null ? null : toWire({ minor, currency }) }
      : null,
  }
}

/** A file tells what a PSP paid out, so one of any currency is a sign of life. */
function fileOf(figures: readonly PspFigure[], psp: string, receivable: bigint, now: Date) {
  const files = figures.flatMap((figure) => (figure.psp === psp ? (figure.lastFileAt ?? []) : []))
  const lastFileAt = files.toSorted().at(-1) ?? null
  const isOld = lastFileAt === null || Date.parse(lastFileAt) < now.getTime() - noFileDays * dayMs
  return { lastFileAt, isWithoutFile: receivable !== 0n && isOld }
}

export interface TileQuery {
  readonly noFile?: 'true' | undefined
}

export async function pspTiles(
  { tx, scope, now }: Pick<Work, 'tx' | 'scope' | 'now'>,
  { figuresOfPsps }: Pick<BalanceJoins, 'figuresOfPsps'>,
  { noFile }: TileQuery = {},
) {
  const found = pspSums(await sumsAsOf(tx, scope.effective, {}))
  const figures = await figuresOfPsps(tx, scope)
  const [owner] = await ownersOf(tx, [scope.selected])
  const today = todayOf(now, owner?.timeZone ?? 'UTC')
  const items = [...found].map(([key, sums]): BalancePsp => {
    const [psp = '', currency = ''] = key.split(' ')
    const money = (minor: bigint) => toWire({ minor, currency })
    return {
      psp,
      currency,
      receivable: money(sums.receivable),
      accruedFees: money(sums.accruedFees),
      reserve: money(sums.reserve),
      ...settlementOf(figures, psp, currency, today),
      ...fileOf(figures, psp, sums.receivable, now),
    }
  })
  const wanted = noFile ? items.filter(({ isWithoutFile }) => isWithoutFile) : items
  return { items: wanted.toSorted((a, b) => (`${a.psp} ${a.currency}` < `${b.psp} ${b.currency}` ? -1 : 1)) }
}

/** The balance at the end of each of the last days. */
export async function balanceChart({ tx, scope, now }: Work, query: { account: string; days: number }) {
  const parsed = parseAccountKey(query.account)
  if (!parsed || !scope.effective.includes(parsed.merchantId)) throw new Refusal('NOT_FOUND')
  const { merchantId, currency } = parsed
  const movements = await movementsOf(tx, merchantId, query.account)
  if (movements.length === 0) throw new Refusal('NOT_FOUND')
  const [owner] = await ownersOf(tx, [merchantId])
  const today = todayOf(now, owner?.timeZone ?? 'UTC')
  const firstMs = Date.parse(today) - (query.days - 1) * dayMs
  let day = writeLocalTime('YYYY-MM-DD', firstMs, 'UTC')
  let minor = movements.reduce((sum, each) => (each.day < day ? sum + each.net : sum), 0n)
  const onDay = new Map(movements.map((each) => [each.day, each.net]))
  const points = []
  for (; day <= today; day = dayAfter(day)) {
    minor += onDay.get(day) ?? 0n
    points.push({ day, balance: toWire({ minor, currency }) })
  }
  return { account: query.account, currency, points }
}
