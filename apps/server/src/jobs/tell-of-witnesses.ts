import { hostname } from 'node:os'
import type { WitnessDelivery } from '../console/audit/read-model.ts'
import { endAlerts, raiseAlert } from '../setup/alert/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'

const platformMerchant = 1000

/**
 * As long as witnesses do not arrive, whoever owns database and node can cut what was written meanwhile and nobody would
 * know. So an alert stands until one arrives again: a line in the log is read when it is too late.
 */
export const tellOfWitnesses =
  (deps: KitDeps, node = hostname()) =>
  ({ channel, failure }: WitnessDelivery) => {
    const alertKey = `witnesses ${node} ${channel}`
    return perform(deps, systemActor, (unit) =>
      failure === null
        ? endAlerts(unit, { source: 'SETTINGS', isOver: (key) => key === alertKey })
        : raiseAlert(unit, {
            merchantId: platformMerchant,
            source: 'SETTINGS',
            key: alertKey,
            severity: 'CRITICAL',
            title: `Audit witnesses of ${node} do not arrive by ${channel}`,
            body: `${failure}. What happens meanwhile could be removed from the audit log unnoticed by whoever owns the database and this node. Check AUDIT_WITNESS_URL or AUDIT_WITNESS_MAIL and their receiver.`,
          }),
    )
  }
