import type { WorkSource } from '../../kit/work-source.ts'
import { unresolvedAlerts } from './store.ts'

/** Alerts nobody looks into yet; who took one has it, and others need not. */
export const openAlerts: WorkSource = async ({ tx, merchants }) => {
  const alerts = await unresolvedAlerts(tx, merchants)
  return alerts
    .filter(({ state }) => state === 'OPEN')
    .map(({ id, subject, source, merchantId, title, body, firedAt, severity }) => ({
      id,
      record: subject ?? '',
      part: source,
      merchantId,
      title,
      detail: body,
      // Trouble that comes again has waited since it came first; people are told of it once.
      since: firedAt,
      dueAt: null,
      urgent: severity === 'CRITICAL',
    }))
}
