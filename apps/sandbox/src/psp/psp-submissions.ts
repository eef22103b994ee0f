import { adoptPast } from './adopt-past.ts'
import { digestOf, drawOf } from './draw.ts'
import { followUpOutcome, settleMoney } from './money-moves.ts'
import type { FollowUpSubmission, Operation, Submission } from './operation.ts'
import { declined, type AnswerKind, type Plan } from './plan.ts'
import type { SimulatedProvider } from './provider.ts'
import type { Handled, PspCore, PspCoreDeps, View } from './psp-core.ts'
import type { PspTasks } from './psp-tasks.ts'
import { reasons } from './reasons.ts'
import { triggeredFollowUpPlan, triggeredPlan } from './triggers.ts'
import { voucherHash } from './vouchers.ts'

interface SubmissionDeps extends Pick<PspCoreDeps, 'book' | 'clock' | 'scripts' | 'delays'> {
  readonly tasks: PspTasks
  readonly speakerOf: (psp: string) => SimulatedProvider | undefined
  readonly viewOf: (operation: Operation) => View
}

function begin({ book, tasks }: SubmissionDeps, operation: Operation): void {
  const { plan } = operation
  switch (plan.outcome) {
    case 'approve':
      settleMoney(book, operation)
      break
    case 'decline':
      book.setState(operation, 'declined', plan.code)
      break
    case 'redirect':
      book.setState(operation, 'redirect')
      break
    case 'confirm':
      book.setState(operation, 'confirmation')
      break
    case 'pending':
      book.setState(operation, 'pending')
  }
  // Behind a page everything begins when the payer has left it.
  if (plan.outcome !== 'redirect') tasks.add(operation, plan.tasks)
}

/** How a payment is going to be: as a script says, as its amount does, or as its provider usually is. */
function planFor(deps: SubmissionDeps, submission: Submission): Plan {
  const speaker = deps.speakerOf(submission.psp)
  if (!speaker) throw new Error(`There is no provider ${submission.psp}`)
  const context = {
    delays: deps.delays(),
    now: deps.clock.now(),
    authenticatesItself: speaker.authenticatesItself,
  }
  if (submission.voucher && deps.book.redemptionOf(voucherHash(submission.voucher)))
    return declined(reasons.alreadyRedeemed)
  const { networkToken } = submission
  if (networkToken?.refusal) return declined(networkToken.refusal)
  return (
    deps.scripts.planFor(submission) ??
    triggeredPlan(submission, context) ??
    speaker.ordinaryPlan(submission, context.delays, drawOf(submission.reference))
  )
}

/** What providers are asked to do. The same key again is answered with what became of it, and nothing is booked twice. */
export function submissionsOf(deps: SubmissionDeps): Pick<PspCore, 'submit' | 'followUp'> {
  return {
    submit: (submission) => answerOnce(deps, submission, () => submit(deps, submission)),
    followUp: (submission) => answerOnce(deps, submission, () => followUp(deps, submission)),
  }
}

async function answerOnce(
  { book, viewOf }: SubmissionDeps,
  { psp, key }: { readonly psp: string; readonly key: string },
  handle: () => Promise<Handled>,
): Promise<Handled> {
  const before = book.byKey(psp, key)
  if (!before) return handle()
  await book.settled()
  return { view: viewOf(before), answer: 'normal', delayMs: 0 }
}

async function submit(deps: SubmissionDeps, submission: Submission): Promise<Handled> {
  const { book } = deps
  const plan = planFor(deps, submission)
  if (plan.lost) return nothing(plan.answer)
  const { psp, account, key, reference, kind, amount, requested, authorizeOnly } = submission
  const operation = book.accept({
    id: idOf(psp, key),
    psp,
    account,
    kind,
    key,
    reference,
    originId: null,
    amount,
    requested,
    authorizeOnly,
    callbackUrl: submission.callbackUrl,
    returnUrl: submission.returnUrl,
    ...(submission.locale && { locale: submission.locale }),
    plan,
    ...(submission.networkToken && { byToken: true }),
    ...(submission.voucher && { voucherHash: voucherHash(submission.voucher) }),
    ...(submission.payerIban && { payerIban: submission.payerIban }),
  })
  begin(deps, operation)
  // As it is now: what it becomes while the disk is written is told by a callback.
  const { state } = operation
  await book.settled()
  return {
    view: { operation, state },
    answer: plan.answer,
    delayMs: plan.answerDelayMs,
  }
}

async function followUp(
  { book, scripts, delays }: SubmissionDeps,
  submission: FollowUpSubmission,
): Promise<Handled> {
  const { psp, account, key, reference, kind, amount, requested } = submission
  const origin = book.payment(psp, submission.origin) ?? adoptPast(book, submission)
  if (!origin) return nothing('normal')
  const triggered = scripts.planForFollowUp(submission) ?? triggeredFollowUpPlan(requested, delays())
  if (triggered.lost) return nothing(triggered.answer)
  const refusal = followUpOutcome(origin, kind, amount)
  const plan = refusal ? declined(refusal) : triggered
  const operation = book.accept({
    id: idOf(psp, key),
    psp,
    account,
    kind,
    key,
    reference,
    originId: origin.id,
    amount,
    requested,
    authorizeOnly: false,
    callbackUrl: submission.callbackUrl,
    returnUrl: '',
    plan,
  })
  if (plan.outcome === 'decline') book.setState(operation, 'declined', plan.code)
  else settleMoney(book, operation)
  await book.settled()
  return {
    view: { operation, state: operation.state },
    answer: plan.answer,
    delayMs: plan.answerDelayMs,
  }
}

const nothing = (answer: AnswerKind): Handled => ({ view: undefined, answer, delayMs: 0 })

/** The same key always gets the same reference, whichever process answers. */
const idOf = (psp: string, key: string): string =>
  `${psp.slice(0, 2)}_${digestOf(`${psp} ${key}`).slice(0, 20)}`
