import * as z from 'zod/mini'
import { systemActor } from '../../../kit/audit.ts'
import type { JobRequest } from '../../../kit/jobs/enqueue-job.ts'
import { queueTask, type QueueTask } from '../../../kit/jobs/queue-task.ts'
import { perform } from '../../../kit/unit-of-work.ts'
import type { KycFinding } from '../../connectors/kyc-client.ts'
import { checkLabel, findOpenCheck, keepKycCheck, type OpenCheck } from '../record/kyc-check-store.ts'
import type { MachineDeps } from './machine-deps.ts'
import { readService } from './settings.ts'
import type { Timings } from './timings.ts'

const task = 'kyc-result'
const payload = z.object({ merchantId: z.int(), id: z.string(), no: z.int() })
type ResultPayload = z.infer<typeof payload>

export const isUnderWay = ({ overallStatus }: KycFinding): boolean =>
  overallStatus === 'VERIFICATION_IN_PROGRESS'

/** A payment asks for its result itself; a check nobody pays with has this job for it. */
export const resultJob = (asked: ResultPayload, now: Date, { pollMs }: Timings): JobRequest => ({
  task,
  payload: asked,
  runAt: new Date(now.getTime() + (pollMs[Math.min(asked.no, pollMs.length - 1)] ?? 60_000)),
})

async function keepResult(
  { kit, timings }: MachineDeps,
  asked: ResultPayload,
  check: OpenCheck,
  finding: KycFinding | undefined,
): Promise<void> {
  const { merchantId, id, no } = asked
  const { userId, provider, providerAccount: account, scopes, trigger, at } = check
  const isLate = kit.now().getTime() - Date.parse(at) > timings.documentsTtlMs
  await perform(kit, systemActor, async (unit) => {
    if (!finding || isUnderWay(finding)) {
      if (!isLate) unit.enqueue(resultJob({ ...asked, no: no + 1 }, unit.now, timings))
      return
    }
    await keepKycCheck(unit.tx, {
      ...{ merchantId, id, userId, txId: null, trigger, provider, account, scopes, at: unit.now, finding },
      person: {},
      merchantKycStatus: null,
    })
    unit.audit({
      merchantId,
      entityType: 'kyc',
      entityId: id,
      entityLabel: checkLabel(provider),
      changeType: 'UPDATE',
      action: 'CHECK',
      after: { provider, status: finding.overallStatus },
    })
    unit.emit({ merchantId, topic: 'kyc', key: id })
  })
}

/** Asks the provider how a check ended that was under way when it was kept. */
export const kycResultTask = (machine: MachineDeps): QueueTask =>
  queueTask(task, payload, async (asked) => {
    const { kit, services } = machine
    const check = await findOpenCheck(kit.db, asked)
    if (!check) return
    const { provider, providerAccount, providerRef } = check
    const ref = { kind: 'KYC', provider, account: providerAccount ?? undefined } as const
    const service = await readService(kit.db, machine, asked.merchantId, ref)
    const outcome = service && !service.refused ? await services.kyc.result(service, providerRef) : undefined
    await keepResult(machine, asked, check, outcome?.kind === 'checked' ? outcome.finding : undefined)
  })
