import type { BatchAcceptance } from '@signalbox/model/calls/settlement'
import { counted } from '@signalbox/model/text/counted'
import type { Row } from '../../../kit/list/listing.ts'

const isAccepted = ({ state }: Row): boolean => state === 'ACCEPTED' || state === 'CLOSED'

const unlessClosed = (row: Row): string | null => {
  if (isAccepted(row)) return 'The batch is accepted.'
  return row.state === 'REJECTED' ? 'The batch is rejected.' : null
}

function whyNotAccept(row: Row): string | null {
  const open = Number(row.openCount ?? 0)
  return (
    unlessClosed(row) ?? (open > 0 ? `${counted(open, 'line is', 'lines are')} still to be decided.` : null)
  )
}

const refusals: Readonly<Record<string, (row: Row) => string | null>> = {
  accept: whyNotAccept,
  rematch: unlessClosed,
  reject: unlessClosed,
  unaccept: (row) => (isAccepted(row) ? null : 'The batch is not accepted.'),
  'confirm-payout': (row) => {
    if (row.state === 'REJECTED') return 'The batch is rejected.'
    return typeof row.bankRef === 'string' ? 'The payout is already confirmed.' : null
  },
  'undo-payout': (row) => {
    if (typeof row.bankRef !== 'string') return 'The payout is not confirmed.'
    if (row.bankSource !== 'HAND')
      return 'The payout was confirmed by bank statement. Reopen the bank entry if it is another batch’s.'
    return unlessClosed(row)
  },
}

export const batchRefusal = (name: string, row: Row): string | null => refusals[name]?.(row) ?? null

const ownParts: Readonly<Record<NonNullable<BatchAcceptance['ownPart']>, string>> = {
  RIGHT: 'Only people with the role Settlements accept batches.',
  IMPORTED: 'You imported this batch. Someone else must accept it.',
  DECIDED: 'You decided about differences above the limit yourself. Someone else must accept this batch.',
}

/** Why the reader does not accept a batch that is ready, and who can; null where they do. */
export function acceptanceRefusal({ ownPart, others, areMore }: BatchAcceptance): string | null {
  if (ownPart === null) return null
  const who =
    others.length === 0
      ? 'At the moment nobody else can.'
      : `It can be accepted by ${others.join(', ')}${areMore ? ' and others' : ''}.`
  return `${ownParts[ownPart]} ${who}`
}

const isOpenLine = ({ matchStatus }: Row): boolean =>
  ['MATCHED_WEAK', 'DIFFERENCE', 'UNMATCHED', 'MISSING'].includes(String(matchStatus))
const isOfFile = ({ origin }: Row): boolean => origin === 'FILE' || origin === 'SPLIT'

const ifOpen = (row: Row): string | null => (isOpenLine(row) ? null : 'The line needs no decision.')

const lineRefusals: Readonly<Record<string, (row: Row) => string | null>> = {
  link: (row) => (isOfFile(row) ? null : 'Only lines of the file can be linked.'),
  split: (row) => (isOfFile(row) ? ifOpen(row) : 'Only lines of the file can be split.'),
  'accept-difference': ifOpen,
  'write-off': ifOpen,
  investigate: ifOpen,
  reopen: (row) => {
    if (row.matchStatus === 'VOID') return 'The line is void.'
    return isOpenLine(row) && row.writeOffBy === null ? 'Nothing was decided about the line.' : null
  },
}

export const lineRefusal = (name: string, row: Row): string | null => lineRefusals[name]?.(row) ?? null
