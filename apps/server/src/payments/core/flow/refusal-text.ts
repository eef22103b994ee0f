import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { PspOutcome } from '../../connectors/psp-outcome.ts'
import type { Payment } from '../state/payment.ts'
import type { StepContext } from './step-context.ts'

type Answer = Pick<Extract<PspOutcome, { kind: 'unknown' }>, 'pspCode' | 'pspMessage'>

/** What people call the PSP of the payment. */
export const pspName = async ({ tx }: Payment, context: StepContext, psp = tx.psp ?? ''): Promise<string> =>
  (await context.psp(psp))?.name ?? psp

/** `Acme Cards refused: Insufficient funds (51)` */
export function refusedText(name: string, statusNo: number, { pspCode, pspMessage }: Answer): string {
  const why = pspMessage || statusCodeOf(statusNo)?.text || 'no reason given'
  return `${name} refused: ${why.slice(0, 300)}${pspCode ? ` (${pspCode})` : ''}`
}

const notSentTexts = {
  connect: (name: string) => `${name} could not be reached; nothing was sent`,
  io: (name: string) => `The connection to ${name} broke before anything was sent`,
  config: (name: string) => `The configuration of ${name} does not work`,
  refused: (name: string) => `The address of ${name} may not receive card data; nothing was sent`,
  outOfService: (name: string) => `${name} is out of service and did not process the request`,
} as const

/** Why an attempt certainly did not happen. */
export const notSentText = (
  name: string,
  outcome: Extract<PspOutcome, { kind: 'notSent' | 'notFound' }>,
): string =>
  outcome.kind === 'notSent' ? notSentTexts[outcome.reason](name) : `${name} does not know the payment`

/** "not sent" */
export const outcomeText = ({ kind }: Pick<PspOutcome, 'kind'>): string =>
  kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** What the catalogue says about who speaks with a code of this PSP. */
export async function catalogueStage({ tx }: Payment, context: StepContext): Promise<string | undefined> {
  const { psp, pspStatusCode } = tx
  if (!psp || !pspStatusCode) return undefined
  const entries = (await context.psp(psp))?.statusMap ?? []
  return entries.find(({ pspCode, stage }) => pspCode === pspStatusCode && stage !== 'ANY')?.stage
}
