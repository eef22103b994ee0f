import type { CallbackPlan, MovedBack, Operation, ReturnSubject } from './operation.ts'

/** The newest of what went back in one way: what is told again when nothing more moves. */
export const lastBack = ({ movedBack }: Operation, subject: ReturnSubject): MovedBack | undefined =>
  movedBack.findLast((each) => each.subject === subject)

/** Tells of money that went back: under the same id and with the same amount each time. */
export const toldBack = ({ id, subject, minor }: MovedBack): CallbackPlan => ({
  ...toldWithout(subject, minor),
  returnId: id,
})

/** Tells of money that did not move. What is not in the book has no id in it. */
export const toldWithout = (subject: ReturnSubject, minor?: bigint): CallbackPlan => ({
  subject,
  ...(minor !== undefined && { minor: String(minor) }),
  times: 1,
  amountFactor: 1,
  signature: 'OK',
  reference: 'OK',
})
