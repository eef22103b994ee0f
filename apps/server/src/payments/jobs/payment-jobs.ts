import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { deliverDue } from '../notifications/deliver.ts'
import type { DeliveryDeps } from '../notifications/delivery.ts'
import type { Machine } from '../core/flow/machine.ts'
import { alertsJob } from '../alerts/watch-alerts.ts'
import { captureDue } from './capture-due.ts'
import { approveDue, expireDue, applyWaitingCallbacks, pollDue, sweep } from './payment-work.ts'

const job = (
  name: string,
  title: string,
  everySeconds: number,
  run: (leaving?: AbortSignal) => Promise<number>,
): PeriodicJob => ({
  name,
  title,
  schedule: { everySeconds },
  atStart: 'always',
  run: async ({ leaving }) => `Payments: ${await run(leaving)}`,
})

/** What payments need that nobody asks for. Each may run twice and may be cut off anywhere. */
export const paymentJobs = (machine: Machine, delivery: Omit<DeliveryDeps, 'machine'>): PeriodicJob[] => [
  job('payment-sweep', 'Stalled payments', 5, (leaving) => sweep(machine, leaving)),
  job('payment-expiry', 'Expiry of open payments', 15, (leaving) => expireDue(machine, leaving)),
  job('payment-approval', 'Automatic approval', 10, (leaving) => approveDue(machine, leaving)),
  job('payment-status', 'Status queries for open payments', 10, (leaving) => pollDue(machine, leaving)),
  job('payment-callbacks', 'Deferred callbacks', 15, (leaving) => applyWaitingCallbacks(machine, leaving)),
  job('payment-capture', 'Automatic capture and void', 10, (leaving) => captureDue(machine, leaving)),
  alertsJob(machine.deps),
  job('payment-notifications', 'Webhooks and notifications', 5, (leaving) =>
    deliverDue({ machine: machine.deps, ...delivery }, leaving),
  ),
]
