import { severitiesTold } from '@signalbox/model/inbox/alert-channels'
import type { WorkSource } from '../../kit/work-source.ts'
import { alertChannelsOf } from '../../people/userdata/read-model.ts'
import { unresolvedAlerts } from './store.ts'

/** Alerts nobody looks into yet; who took one has it, and others need not. */
export const openAlerts: WorkSource = async ({ tx, user, merchants, channel = 'inApp' }) => {
  const channels = await alertChannelsOf(tx, user)
  const alerts = await unresolvedAlerts(tx, merchants, severitiesTold(channels[channel]))
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
