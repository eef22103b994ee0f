import { maintenance } from '@signalbox/model/entities/maintenance'
import { ruleOf } from '@signalbox/server/setup/maintenance/rules-of-windows'
import { openWindows } from '@signalbox/server/setup/maintenance/store'
import { putInEffect } from '@signalbox/server/setup/ruleset/read-model'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { insertRecord } from '../demo-store.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

const plain = {
  providerType: null,
  psp: null,
  service: null,
  method: 'BOTH',
  bank: null,
  probeEvery: null,
  probeUnit: null,
  excludedUserIds: [],
  messageKey: null,
  source: 'MANUAL',
}

const windowsAround = (now: number) => [
  {
    ...plain,
    merchantId: 100010003,
    title: 'Norwegian banks do not answer',
    psp: 'nordbank',
    service: 'NORBANK',
    method: 'DEPOSIT',
    kind: 'HALF_OPEN',
    probeEvery: 2,
    probeUnit: 'MINUTE',
    excludedUserIds: ['qa-user-1'],
    startAt: new Date(now - 2 * hourMs),
    endAt: null,
  },
  {
    ...plain,
    merchantId: 100010000,
    title: 'Boreal Pay moves to a new data centre',
    psp: 'borealpay',
    kind: 'FIXED',
    messageKey: 'maintenance.psp',
    startAt: new Date(now + 3 * dayMs),
    endAt: new Date(now + 3 * dayMs + 2 * hourMs),
  },
  {
    ...plain,
    merchantId: 100010000,
    title: 'WalletX certificate renewal',
    psp: 'walletx',
    kind: 'FIXED',
    startAt: new Date(now - 9 * dayMs),
    endAt: new Date(now - 9 * dayMs + hourMs),
  },
]

/** One window that runs, one that is planned and one that is over; none of them stands in the way of the triggers. */
export async function seedMaintenance(
  unit: UnitOfWork,
  user: { readonly id: string; readonly username: string },
): Promise<void> {
  const windows = windowsAround(unit.now.getTime())
  for (const { merchantId, ...values } of windows) await insertRecord(unit, maintenance, merchantId, values)
  for (const merchantId of new Set(windows.map((window) => window.merchantId))) {
    const open = await openWindows(unit.tx, merchantId, unit.now)
    await putInEffect(
      { ...unit, user },
      {
        merchantId,
        table: 'maintenance',
        name: 'Maintenance windows',
        rules: open.map(ruleOf),
        changeNote: 'Windows of the demo',
      },
    )
  }
}
