import { sql } from 'kysely'
import { expect } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import type { PaymentPlatform } from '../payment-platform.ts'
import { windowAgeMs, windowCases, windowPsp } from './window-cases.ts'

const merchantId = 100010001

export type WindowOutput = keyof typeof windowCases

export const windowUsers = (output: WindowOutput) => ({
  changed: `u-maintenance-${output}`,
  plain: `u-maintenance-${output}-2`,
})

/** Two windows per case on the screen for them, each about one user: all others are its testers. */
export async function openWindows(platform: PaymentPlatform): Promise<void> {
  const admin = await platform.as('admin')
  const outputs = Object.keys(windowCases) as WindowOutput[]
  const everybody = outputs.flatMap((output) => Object.values(windowUsers(output)))
  const startAt = new Date(Date.now() - windowAgeMs).toISOString()
  const ids: string[] = []
  for (const output of outputs) {
    const { cell, instead, rest, wasProbed } = windowCases[output]
    const users = windowUsers(output)
    for (const [userId, values] of [
      [users.changed, cell],
      [users.plain, instead],
    ] as const) {
      const opened = await admin.post(`/maintenance?merchantId=${merchantId}`, {
        title: `For ${userId}`,
        psp: windowPsp,
        method: 'BOTH',
        startAt,
        excludedUserIds: everybody.filter((each) => each !== userId),
        note: 'For a test',
        ...rest,
        ...values,
      })
      expect(opened.status, opened.text).toBe(200)
      ids.push(opened.body.id as string)
      if (wasProbed)
        await sql`insert into maintenance_probe (merchant_id, maintenance_id, last_slot)
          values (${merchantId}, ${opened.body.id as string}, 0)`.execute(platform.db)
    }
  }
  const { rules } = platform.app.payments.machine.deps
  await eventually(
    () => rules.effective(merchantId, 'maintenance'),
    ({ rulesets }) => ids.every((id) => rulesets.some((set) => set.rules.some((rule) => rule.id === id))),
  )
}
