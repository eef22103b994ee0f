import { alertCalls, type Alert } from '@signalbox/model/calls/alert'
import { severitiesTold } from '@signalbox/model/inbox/alert-channels'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { alertChannelsOf } from '../../people/userdata/read-model.ts'
import { lockAlert, setAcknowledged, setResolved, unresolvedAlerts } from './store.ts'

/** The selected merchant and all below it; and of those above it the ones the person may see anyway. */
function merchantsHeard({ scope, inScope }: Pick<Work, 'scope' | 'inScope'>): number[] {
  const above = scope.chain.filter((id) => inScope.some((merchant) => merchant.id === id))
  return [...new Set([...scope.effective, ...above])]
}

async function decide(
  work: Work<{ id: string }>,
  action: 'ACKNOWLEDGE' | 'RESOLVE',
  run: (alert: Alert) => Promise<Partial<Alert>>,
): Promise<Alert> {
  const { tx, params, audit, emit } = work
  const alert = await lockAlert(tx, merchantsHeard(work), params.id)
  if (!alert) throw new Refusal('NOT_FOUND')
  const changed = await run(alert)
  const { merchantId, id, title, state } = alert
  audit({
    merchantId,
    entityType: 'alert',
    entityId: id,
    entityLabel: title,
    changeType: 'UPDATE',
    action,
    before: { state },
    after: { state: changed.state },
  })
  emit({ merchantId, topic: 'alert', key: id })
  return { ...alert, ...changed }
}

export const handlers = (): Handler[] => [
  handle(alertCalls.list, async (work) => {
    const { inApp } = await alertChannelsOf(work.tx, work.user)
    return { items: await unresolvedAlerts(work.tx, merchantsHeard(work), severitiesTold(inApp)) }
  }),
  handle(alertCalls.acknowledge, (work) =>
    decide(work, 'ACKNOWLEDGE', async (alert) => {
      const { tx, now, user } = work
      if (alert.state !== 'OPEN')
        throw new Refusal('INVALID_STATE', {
          message:
            alert.state === 'ACKED'
              ? `${alert.ackedBy} is looking into it.`
              : 'The alert is already resolved.',
        })
      await setAcknowledged(tx, alert, { by: user.username, now })
      return { state: 'ACKED', ackedBy: user.username, ackedAt: now.toISOString() }
    }),
  ),
  handle(alertCalls.resolve, (work) =>
    decide(work, 'RESOLVE', async (alert) => {
      const { tx, now, user } = work
      if (alert.state === 'RESOLVED')
        throw new Refusal('INVALID_STATE', { message: 'The alert is already resolved.' })
      await setResolved(tx, alert, { by: user.username, now })
      return { state: 'RESOLVED' }
    }),
  ),
]
