import type { ApprovalRow } from '@signalbox/model/entities/approval'
import type { DecisionName } from '@signalbox/model/payments/approval-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { toast } from '../../ui/toast.tsx'

export interface DecisionInput {
  readonly info?: string
  readonly tagId?: string
}

/** Past participles: "Payment 27023107 was approved." */
export const decided: Readonly<Record<DecisionName, string>> = {
  approve: 'approved',
  deny: 'denied',
  hold: 'put on hold',
  unhold: 'taken off hold',
  delay: 'delayed',
}

export interface Decisions {
  /** What is asked about the open payment before it happens. */
  readonly asking: DecisionName | null
  readonly ask: (name: DecisionName | null) => void
  readonly running: boolean
  readonly decide: (row: ApprovalRow, input: DecisionInput) => void
}

/** One decision at a time. Once it is made the next payment is open, so that hands stay on the keys. */
export function useDecisions(list: ListPageModel): Decisions {
  const client = useQueryClient()
  const operationId = useOperationId()
  const { id } = list.state
  const [asked, setAsked] = useState<{ readonly id: string | null; readonly name: DecisionName } | null>(null)
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  // A question is about the payment it was asked for; it is not carried over to the next.
  const asking = asked && asked.id === id ? asked.name : null

  const run = async (name: DecisionName, row: ApprovalRow, input: DecisionInput) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    const goOn = list.next ?? list.previous ?? list.close
    try {
      await api('POST /transaction/{id}/{op}', {
        params: { id: row.id, op: name },
        body: { version: row.version, ...input },
        operationId: operationId([name, row.id, row.version, input]),
      })
      toast.success(`Payment ${row.id} was ${decided[name]}.`)
      goOn()
    } catch (error) {
      reportFailure(error, { label: 'Payment', done: decided[name] })
    }
    setAsked(null)
    void client.invalidateQueries({ queryKey: ['approval'] })
    busy.current = false
    setRunning(false)
  }
  return {
    asking,
    ask: (name) => setAsked(name === null ? null : { id, name }),
    running,
    decide: (row, input) => {
      if (asking) void run(asking, row, input)
    },
  }
}
