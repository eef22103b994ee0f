import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { deliverDue, type DeliveryParts } from '../notifications/deliver.ts'
import type { Machine } from '../flow/machine.ts'
import { alertsJob } from '../alerts/watch-alerts.ts'
import { approveDue, captureDue, expireDue, lookAtParked, pollDue, sweep } from './payment-work.ts'

const job = (name: string, title: string, everySeconds: number, run: () => Promise<number>): PeriodicJob => ({
  name,
  title,
  schedule: { everySeconds },
  atStart: 'always',
  run: async () => `Payments: ${await run()}`,
})

/** What payments need that nobody asks for. Each may run twice and may be cut off anywhere. */
export const paymentJobs = (machine: Machine, delivery: Omit<DeliveryParts, 'machine'>): PeriodicJob[] => [
  job('payment-sweep', 'Payments left behind', 5, () => sweep(machine)),
  job('payment-expiry', 'Expiry of open payments', 15, () => expireDue(machine)),
  job('payment-approval', 'Automatic approval', 10, () => approveDue(machine)),
  job('payment-status', 'Status of open payments at PSPs', 10, () => pollDue(machine)),
  job('payment-callbacks', 'Parked callbacks', 15, () => lookAtParked(machine)),
  job('payment-capture', 'Automatic capture and void', 10, () => captureDue(machine)),
  alertsJob(machine.parts),
  job('payment-notifications', 'Webhooks and notifications', 5, () =>
    deliverDue({ machine: machine.parts, ...delivery }),
  ),
]
