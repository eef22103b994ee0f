import type { IntegrationTest } from '@signalbox/model/calls/merchant-checklist'
import type { Admission } from '../../kit/admission.ts'
import type { Handler } from '../../kit/handle.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import type { QueueTask } from '../../kit/jobs/queue-task.ts'
import type { CircumstanceFinder, TestCaseRunner } from '../../setup/ruleset/read-model.ts'
import type { Vault } from '../vault/vault.ts'
import type { PayLinks } from './flow/links.ts'
import type { Machine } from './flow/machine.ts'

/** The payment machine of this node. */
export interface Payments {
  readonly machine: Machine
  readonly admission: Admission
  readonly links: PayLinks
  readonly vault: Vault
  /** Calls of the console. */
  readonly handlers: readonly Handler[]
  readonly jobs: readonly PeriodicJob[]
  readonly tasks: readonly QueueTask[]
  /** Whether a PSP answers with the credentials of an account; nothing when the account cannot be used. */
  ping(
    merchantId: number,
    psp: string,
    account: string,
  ): Promise<{ readonly ok: boolean; readonly message: string } | undefined>
  /** What the system of a merchant says about a user. */
  askMerchant(merchantId: number, userId: string): Promise<IntegrationTest>
  /** What a payment that nobody makes would find. */
  readonly findCircumstances: CircumstanceFinder
  /** Takes the test cases of a ruleset through the flow. */
  readonly runTests: TestCaseRunner
  stop(): Promise<void>
}
