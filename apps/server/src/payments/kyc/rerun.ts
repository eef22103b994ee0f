import { systemActor } from '../../kit/audit.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { checkUser, routeOf } from '../core/flow/check-user.ts'
import { isUnderWay, kycResultTask, resultJob } from '../core/flow/kyc-result-task.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { checkLabel, keepKycCheck } from '../core/record/kyc-check-store.ts'
import { knownOf, personOf } from './request-rerun.ts'
import { rerunSchema, rerunTaskName, type RerunRequest } from './rerun-job.ts'
import { findCheck, noteRerun, type RerunCheck } from './store.ts'

type Outcome = Awaited<ReturnType<typeof checkUser>>

const asPerson = (name: string) => ({ ...systemActor, name })

/** The answer as a record of its own. */
async function keepAnswer(
  { kit, timings }: MachineDeps,
  { merchantId, id, by }: RerunRequest,
  check: RerunCheck,
  { route, finding }: NonNullable<Outcome['answer']>,
): Promise<void> {
  const { userId, merchantKycStatus } = check
  const { provider, scopes, account = null } = route
  await perform(kit, asPerson(by), async (unit) => {
    await keepKycCheck(unit.tx, {
      ...{ merchantId, id, userId, txId: null, trigger: 'MANUAL', provider, account, scopes, finding },
      at: unit.now,
      person: personOf(check),
      merchantKycStatus,
    })
    unit.audit({
      merchantId,
      entityType: 'kyc',
      entityId: id,
      entityLabel: checkLabel(provider),
      changeType: 'CREATE',
      action: 'CHECK',
      after: { userId, provider, status: finding.overallStatus },
      subject: { merchantId, userId, fields: ['userId'] },
    })
    unit.emit({ merchantId, topic: 'kyc', key: id })
    if (isUnderWay(finding)) unit.enqueue(resultJob({ merchantId, id, no: 0 }, unit.now, timings))
  })
}

/** Nobody answered: whoever asked finds out on the record they asked on. */
async function keepSilence(
  { kit }: MachineDeps,
  { merchantId, checkId, by }: RerunRequest,
  check: RerunCheck,
  asked: readonly string[],
): Promise<void> {
  const note = asked.length === 0 ? 'No routing rule matches the user' : `No answer from ${asked.join(', ')}`
  await perform(kit, asPerson(by), async (unit) => {
    await noteRerun(unit.tx, { merchantId, id: checkId }, note, unit.now)
    unit.audit({
      merchantId,
      entityType: 'kyc',
      entityId: checkId,
      entityLabel: checkLabel(check.provider),
      changeType: 'UPDATE',
      action: 'RERUN_FAILED',
      after: { rerunNote: note },
    })
    unit.emit({ merchantId, topic: 'kyc', key: checkId })
  })
}

const rerunTask = (machine: MachineDeps): QueueTask =>
  queueTask(rerunTaskName, rerunSchema, async (request) => {
    const { kit, rules } = machine
    const check = await findCheck(kit.db, { merchantId: request.merchantId, id: request.checkId })
    if (!check) return
    const { merchantId, id } = request
    const checked = { merchantId, id, userId: check.userId, person: personOf(check), known: knownOf(check) }
    const route = await routeOf(rules, checked, kit.now())
    const { answer, asked } = route
      ? await checkUser(machine, checked, route)
      : { answer: undefined, asked: [] }
    if (answer) await keepAnswer(machine, request, check, answer)
    else await keepSilence(machine, request, check, asked)
  })

/** Providers are asked by jobs: after the commit that asked for it, and outside of any transaction. */
export const kycTasks = (machine: MachineDeps): QueueTask[] => [rerunTask(machine), kycResultTask(machine)]
