import type { CaseEntryKind, CaseState } from '@signalbox/model/investigation/case'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '@signalbox/server/kit/audit'
import { perform, type KitDeps, type UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { insertEntry, updateCase, type CaseRecord } from '@signalbox/server/payments/core/cases/case-store'
import { openCase } from '@signalbox/server/payments/core/cases/cases'
import { insertCallback } from '@signalbox/server/payments/core/record/callback-store'
import { userIds } from '../demo-store.ts'
import { isBegun, lostDeposits, untouchedCases, type LostDeposit } from './demo-case-store.ts'

const minuteMs = 60_000
/** After the PSP had been waited for. */
const lateMs = 37 * minuteMs

interface Activity {
  readonly who: 'investigator' | 'admin'
  readonly kind: CaseEntryKind
  readonly text?: string
  readonly subject?: string
}

interface DemoCase {
  readonly state: CaseState
  readonly assignee: Activity['who'] | null
  readonly activities: readonly Activity[]
}

/** Where the people of the demo are with their work. */
const demoCases: readonly DemoCase[] = [
  {
    state: 'WAITING_PSP',
    assignee: 'investigator',
    activities: [
      { who: 'investigator', kind: 'ASSIGNED', subject: 'investigator' },
      {
        who: 'investigator',
        kind: 'COMMENT',
        text: 'Asked their support for the log of that minute, ticket 48213.',
      },
      { who: 'investigator', kind: 'WAITING', subject: 'PSP' },
    ],
  },
  {
    state: 'ASSIGNED',
    assignee: 'investigator',
    activities: [
      { who: 'admin', kind: 'ASSIGNED', subject: 'investigator' },
      { who: 'admin', kind: 'COMMENT', text: 'The user has written twice. Look at this one first.' },
    ],
  },
  {
    state: 'WAITING_MERCHANT',
    assignee: 'admin',
    activities: [
      { who: 'admin', kind: 'ASSIGNED', subject: 'admin' },
      { who: 'admin', kind: 'COMMENT', text: 'The shop checks whether the wallet was credited.' },
      { who: 'admin', kind: 'WAITING', subject: 'MERCHANT' },
    ],
  },
  {
    state: 'OPEN',
    assignee: null,
    activities: [
      {
        who: 'investigator',
        kind: 'COMMENT',
        text: 'Same minute as two others at this PSP; an outage there?',
      },
    ],
  },
]

async function tell(
  unit: UnitOfWork,
  record: CaseRecord,
  { state, assignee, activities }: DemoCase,
  idOf: (who: Activity['who']) => string,
): Promise<void> {
  const begin = Date.parse(record.openedAt)
  const stepMs = Math.max(minuteMs, (unit.now.getTime() - begin) / (activities.length + 1))
  for (const [index, { who, ...activity }] of activities.entries()) {
    const at = new Date(Math.min(unit.now.getTime(), begin + (index + 1) * stepMs))
    const author = { authorId: idOf(who), author: who }
    const key = { merchantId: record.merchantId, id: unit.newId(), caseId: record.id }
    await insertEntry(unit.tx, { ...key, ...activity, ...author, at })
  }
  const by = activities.at(-1)?.who ?? 'system'
  const assigned = assignee === null ? {} : { assigneeId: idOf(assignee), assignee }
  await updateCase(unit.tx, record, { state, ...assigned }, { now: unit.now, by })
}

/** A PSP that lost our reference: the message is real, the name it uses is its own. */
async function tellUnknown(unit: UnitOfWork, lost: LostDeposit, reference: string): Promise<void> {
  const { merchantId, psp, pspAccount, pspAmountMinor, pspCurrency } = lost
  const id = unit.newId()
  const pspRefId = `${psp}-${String(lost.id).slice(-9)}`
  const said = { reference, pspRefId, status: 'captured', amount: pspAmountMinor, currency: pspCurrency }
  await insertCallback(unit.tx, {
    merchantId,
    id,
    psp,
    pspAccount,
    dedupeKey: `demo ${id}`,
    receivedAt: new Date(Date.parse(lost.createdAt) + lateMs),
    sourceIp: '127.0.0.1',
    signatureOk: true,
    txId: null,
    reading: {
      kind: 'read',
      eventId: `demo ${id}`,
      reference,
      subject: 'payment',
      statusNo: StatusNo.SUCCESS,
      pspRefId,
      pspCode: '00',
      pspMessage: 'captured',
      amount: [String(pspAmountMinor), pspCurrency],
    },
    body: JSON.stringify(said),
    outcome: 'UNKNOWN',
    note: `No payment ${reference}`,
  })
  await openCase(unit, {
    merchantId,
    txId: null,
    callbackId: id,
    type: 'UNKNOWN_CALLBACK',
    severity: 'MEDIUM',
    cause: `${psp} reports on ${reference}, which does not exist here`,
  })
}

const references = ['order-20931', 'RETRY/7', 'n/a']

/** The case queue of the demo is not empty: some cases are with somebody, and some callbacks are nobody's. */
export async function seedCases(kit: KitDeps): Promise<void> {
  await perform(kit, systemActor, async (unit) => {
    if (await isBegun(unit.tx)) return
    const ids = await userIds(unit.tx, ['investigator', 'admin'])
    const idOf = (who: Activity['who']): string => ids.get(who) ?? ''
    const lost = await lostDeposits(unit.tx, references.length)
    const cases = await untouchedCases(unit.tx, demoCases.length)
    if (cases.length === 0 || ids.size < 2) return
    for (const [index, record] of cases.entries()) {
      const payment = demoCases[index]
      if (payment) await tell(unit, record, payment, idOf)
    }
    for (const [index, deposit] of lost.entries())
      await tellUnknown(unit, deposit, references[index] ?? deposit.psp)
  })
}
