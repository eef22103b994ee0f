import { readPastReference } from '@signalbox/server/payments/connectors/sandbox-past'
import type { Book } from './book.ts'
import { settleMoney } from './money-moves.ts'
import type { FollowUpSubmission, Operation } from './operation.ts'
import { approved } from './plan.ts'

/** A payment of the generated past, which is in no book: the provider takes its own word for it that it happened. */
export function adoptPast(
  book: Book,
  { psp, account, origin, kind }: FollowUpSubmission,
): Operation | undefined {
  const amount = readPastReference(psp, origin)
  if (!amount) return undefined
  const operation = book.accept({
    id: origin,
    psp,
    account,
    kind: 'deposit',
    key: `past ${origin}`,
    reference: origin,
    originId: null,
    amount,
    requested: amount,
    // What became of reserved money since then is not in the name; whoever gives it back must have taken it.
    authorizeOnly: kind !== 'refund',
    callbackUrl: '',
    returnUrl: '',
    plan: approved,
  })
  settleMoney(book, operation)
  return operation
}
