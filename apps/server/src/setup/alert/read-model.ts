import type { AlertSource } from '@signalbox/model/calls/alert'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { setResolved, unresolvedOf, upsertAlert, type NewAlert } from './store.ts'

export { keepAlerts, type KeptSource, type StandingTrouble } from './keep-alerts.ts'
export { openAlerts } from './open-alerts.ts'
export { alertsSince, expiredAlerts } from './store.ts'

type AlertWork = Pick<UnitOfWork, 'tx' | 'now' | 'newId' | 'emit'>
type Trouble = Omit<NewAlert, 'psp' | 'subject'> & Partial<Pick<NewAlert, 'psp' | 'subject'>>

/** Tells everybody who receives alerts for the merchant. The same trouble again is the same alert. */
export async function raiseAlert(unit: AlertWork, trouble: Trouble): Promise<void> {
  const { tx, now, newId } = unit
  const id = await upsertAlert(tx, { psp: null, subject: null, ...trouble }, { id: newId(), now })
  unit.emit({ merchantId: trouble.merchantId, topic: 'alert', key: id })
}

interface Over {
  readonly source: AlertSource
  /** Absent: those of every merchant. */
  readonly merchantId?: number
  readonly isOver: (key: string) => boolean
}

/** Ends alerts whose source no longer sees what they are about. */
export async function endAlerts(unit: AlertWork, { source, merchantId, isOver }: Over): Promise<void> {
  for (const alert of await unresolvedOf(unit.tx, source, merchantId)) {
    if (!isOver(alert.key)) continue
    await setResolved(unit.tx, alert, { by: null, now: unit.now })
    unit.emit({ merchantId: alert.merchantId, topic: 'alert', key: alert.id })
  }
}
