import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { FollowUpSubmission, PlannedTask, Submission } from './operation.ts'
import { busy, callbackTask, declined, planned, rejected, unavailable, type Plan } from './plan.ts'

const stepSchema = z.strictObject({
  delayMs: z.int().min(0).max(3_600_000).default(0),
  action: z.enum([
    'RESPOND',
    'TIMEOUT',
    'RESET',
    'CALLBACK',
    'REVERSAL',
    'DISPUTE',
    'DUPLICATE_CALLBACK',
    'STATUS',
  ]),
  httpStatus: z.int().min(200).max(599).optional(),
  pspCode: z.string().max(40).optional(),
  pspMessage: z.string().max(200).optional(),
  /** For TIMEOUT and RESET: the line breaks before the provider has read the request, not after. */
  lost: z.boolean().default(false),
  /** For RESPOND: it is done, and the answer is a page nobody can read. */
  garbage: z.boolean().default(false),
  /** For RESPOND: it is done, and the answer comes letter by letter. */
  drip: z.boolean().default(false),
  /** For STATUS: how one question about the payment is answered. */
  answer: z
    .enum(['silence', 'reset', 'garbage', 'rejected', 'unavailable', 'busy', 'drip', 'wrongReference'])
    .default('garbage'),
  amountFactor: z.number().min(0).max(10).default(1),
  signature: z.enum(['OK', 'BAD']).default('OK'),
  reference: z.enum(['OK', 'WRONG']).default('OK'),
})

/** Something a provider does beyond the fixed triggers: for some payments, for some of the time. */
export const scriptSchema = z.strictObject({
  id: z.string().min(1).max(60),
  psp: z.string().min(1).max(40),
  /** The lowest comes first. */
  priority: z.int().default(100),
  match: z
    .strictObject({
      pan: z.string().optional(),
      amountRange: z
        .strictObject({ from: z.string(), to: z.string(), currency: z.string().length(3) })
        .optional(),
      userId: z.string().optional(),
      iban: z.string().optional(),
      /** Only the n-th payment that matches the rest. */
      nth: z.int().min(1).optional(),
      percent: z.number().min(0).max(100).optional(),
    })
    .default({}),
  steps: z.array(stepSchema).min(1).max(20),
  enabled: z.boolean().default(true),
  validUntil: z.iso.datetime().optional(),
})

type SandboxScript = z.infer<typeof scriptSchema>
type Step = SandboxScript['steps'][number]

export interface Scripts {
  list(): readonly SandboxScript[]
  put(script: SandboxScript): void
  remove(id: string): boolean
  planFor(submission: Submission): Plan | undefined
  planForFollowUp(submission: FollowUpSubmission): Plan | undefined
}

interface ScriptDeps {
  /** Where scripts are kept; only in memory when absent. */
  readonly path?: string
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
}

export function openScripts({ path, now, random }: ScriptDeps): Scripts {
  const scripts = new Map<string, SandboxScript>(
    path && existsSync(path)
      ? z
          .array(scriptSchema)
          .parse(JSON.parse(readFileSync(path, 'utf8')))
          .map((each) => [each.id, each])
      : [],
  )
  const seen = new Map<string, number>()
  const save = (): void => {
    if (!path) return
    writeFileSync(`${path}.new`, JSON.stringify([...scripts.values()], null, 2), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const inForce = (psp: string): SandboxScript[] =>
    [...scripts.values()]
      .filter((each) => each.psp === psp && each.enabled)
      .filter((each) => !each.validUntil || Date.parse(each.validUntil) > now())
      .sort((a, b) => a.priority - b.priority)
  const applies = ({ id, match }: SandboxScript): boolean => {
    const time = (seen.get(id) ?? 0) + 1
    seen.set(id, time)
    if (match.nth !== undefined && match.nth !== time) return false
    return match.percent === undefined || random() * 100 < match.percent
  }

  return {
    list: () => [...scripts.values()],
    put(script) {
      scripts.set(script.id, script)
      seen.delete(script.id)
      save()
    },
    remove(id) {
      const removed = scripts.delete(id)
      if (removed) save()
      return removed
    },
    planFor(submission) {
      const script = inForce(submission.psp).find((each) => matches(each, submission) && applies(each))
      return script && planOf(script.steps)
    },
    planForFollowUp(submission) {
      const script = inForce(submission.psp).find(
        (each) => matchesAnyPayment(each) && inRange(each, submission) && applies(each),
      )
      return script && planOf(script.steps)
    },
  }
}

function matches(script: SandboxScript, submission: Submission): boolean {
  const { pan, userId, iban } = script.match
  return (
    (pan === undefined || pan === submission.card?.pan) &&
    (userId === undefined || userId === submission.userId) &&
    (iban === undefined || iban === submission.iban) &&
    inRange(script, submission)
  )
}

const matchesAnyPayment = ({ match }: SandboxScript): boolean => !match.pan && !match.userId && !match.iban

function inRange({ match }: SandboxScript, { requested }: Pick<Submission, 'requested'>): boolean {
  if (!match.amountRange) return true
  const { from, to, currency } = match.amountRange
  const [least, most] = [parseMoney(from, currency), parseMoney(to, currency)]
  return (
    requested.currency === currency &&
    least !== undefined &&
    most !== undefined &&
    least.minor <= requested.minor &&
    requested.minor <= most.minor
  )
}

/** The first answer decides how the call ends; callbacks and what comes later add to it. */
function planOf(steps: readonly Step[]): Plan {
  const answer = steps.find((step) => ['RESPOND', 'TIMEOUT', 'RESET'].includes(step.action))
  const tasks = steps.flatMap(taskOf)
  const asked = steps.filter(({ action }) => action === 'STATUS').map((step) => step.answer)
  const whenAsked = asked.length > 0 ? { whenAsked: asked } : {}
  if (!answer) return planned({ outcome: 'pending', tasks: [settleBefore(tasks), ...tasks], ...whenAsked })
  return { ...answerPlan(answer), answerDelayMs: answer.delayMs, tasks, ...whenAsked }
}

function answerPlan(step: Step): Plan {
  if (step.action === 'TIMEOUT') return planned({ answer: 'silence', lost: step.lost })
  if (step.action === 'RESET') return planned({ answer: 'reset', lost: step.lost })
  if ((step.httpStatus ?? 200) >= 500) return unavailable
  if (step.httpStatus === 429) return busy
  if ((step.httpStatus ?? 200) >= 400) return rejected
  if (step.pspCode && step.pspCode !== '00') return declined(step.pspCode)
  return planned({ amountFactor: step.amountFactor, answer: answerOf(step) })
}

function answerOf({ reference, signature, garbage, drip }: Step): Plan['answer'] {
  if (garbage) return 'garbage'
  if (drip) return 'drip'
  if (signature === 'BAD') return 'forged'
  return reference === 'WRONG' ? 'wrongReference' : 'normal'
}

function taskOf(step: Step): PlannedTask[] {
  const { delayMs, signature, reference, amountFactor } = step
  switch (step.action) {
    case 'CALLBACK':
      return [callbackTask(delayMs, { signature, reference, amountFactor })]
    case 'DUPLICATE_CALLBACK':
      return [callbackTask(delayMs, { signature, reference, amountFactor, times: 2 })]
    case 'REVERSAL':
      return [{ afterMs: delayMs, act: { do: 'reversal' } }]
    case 'DISPUTE':
      return [{ afterMs: delayMs, act: { do: 'dispute' } }]
    case 'STATUS':
    case 'RESPOND':
    case 'TIMEOUT':
    case 'RESET':
      return []
  }
}

const settleBefore = (tasks: readonly PlannedTask[]): PlannedTask => ({
  afterMs: Math.min(...tasks.map(({ afterMs }) => afterMs)),
  act: { do: 'settle' },
})
