import type { TransactionRow } from '@signalbox/model/entities/transaction'
import type { OperationName } from '@signalbox/model/payments/operations'
import { statusCodeOf, type TxStatus } from '@signalbox/model/reference/status-codes'
import { api } from '../../../kit/api.ts'
import { live } from '../../../kit/live.ts'
import { toast } from '../../../ui/toast.tsx'
import { operationTexts } from './operation-texts.ts'

/** How long somebody is likely to wait for the word; whoever wants to know later looks at the payment. */
const followMs = 60_000
/** Events come at once; asking now and then covers those that were lost. */
const askAgainMs = 2_000

const underWay: readonly TxStatus[] = ['REGISTERED', 'PROCESSING', 'REPROCESSING']

/** A moment in which something may have happened to the payment. */
function nextMoment(id: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      forget()
      resolve()
    }
    const timer = setTimeout(end, askAgainMs)
    const forget = live.on('transaction', ({ key }) => {
      if (key === undefined || key === String(id)) end()
    })
  })
}

/** The payment as it came to rest, or as it is when nobody waits any longer. */
async function atRest(id: number): Promise<TransactionRow | undefined> {
  const until = Date.now() + followMs
  let row: TransactionRow | undefined
  do {
    const moment = nextMoment(id)
    const query = { id: String(id), start: 0, limit: 1 }
    // An answer that does not come changes nothing about the payment; the next question may be answered.
    const page = await api('GET /transaction', { query, suppressToast: true }).catch(() => undefined)
    row = page?.items[0] ?? row
    if (row && !underWay.includes(row.state)) return row
    await moment
  } while (Date.now() < until)
  return row
}

interface Outcome {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

function outcomeOf(name: OperationName, originId: number, state: TxStatus | undefined): Outcome {
  const { child = '', done } = operationTexts[name]
  const subject = `The ${child} of transaction ${originId}`
  switch (state) {
    case 'SUCCESSFUL':
      return { kind: 'success', text: `Transaction ${originId} was ${done}.` }
    case 'FAILED':
      return { kind: 'error', text: `${subject} failed.` }
    case 'CANCELLED':
      return { kind: 'error', text: `${subject} was cancelled.` }
    case 'INCONSISTENT':
      return { kind: 'warning', text: `${subject} is inconsistent.` }
    case 'WAITING_APPROVAL':
      return { kind: 'warning', text: `${subject} is waiting for approval.` }
    case 'WAITING_INPUT':
      return { kind: 'warning', text: `${subject} is waiting for the user.` }
    default:
      return { kind: 'warning', text: `${subject} is still being processed.` }
  }
}

/** Says that something has begun, and how it ended once that is known: accepting it is no success yet. */
export async function followChild(name: OperationName, originId: number, childId: number): Promise<void> {
  const { child = '' } = operationTexts[name]
  const id = `child-${childId}`
  toast.info(`The ${child} of transaction ${originId} is being processed.`, {
    id,
    persistent: true,
    detail: `Transaction ${childId}.`,
  })
  const row = await atRest(childId)
  const { kind, text } = outcomeOf(name, originId, row?.state)
  const why = kind === 'success' || !row ? undefined : statusCodeOf(row.statusCodeNo)?.text
  toast[kind](text, { id, detail: `Transaction ${childId}${why === undefined ? '.' : `: ${why}`}` })
}
