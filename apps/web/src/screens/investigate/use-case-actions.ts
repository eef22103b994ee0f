import type { CallMap } from '@signalbox/model/calls/index'
import type { CaseRow } from '@signalbox/model/entities/case'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ApiError, request } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { toast } from '../../ui/toast.tsx'

type ActionKey = Extract<keyof CallMap, `POST /case/{id}/${string}`>
type WorkName = ActionKey extends `POST /case/{id}/${infer Name}` ? Name : never
type BodyOf<N extends WorkName> = CallMap[`POST /case/{id}/${N}`]['body']

/** Past participles: "Case could not be taken." */
const done: Readonly<Record<WorkName, string>> = {
  take: 'taken',
  assign: 'assigned',
  unassign: 'unassigned',
  wait: 'changed',
  comment: 'commented on',
  file: 'given the file',
  resolve: 'decided',
  attach: 'attached',
  apply: 'applied',
  book: 'booked',
  dismiss: 'dismissed',
  close: 'closed',
  reopen: 'reopened',
}

const doneTexts: Readonly<Partial<Record<WorkName, string>>> = {
  take: 'The case is assigned to you.',
  assign: 'The case was assigned.',
  unassign: 'The case was unassigned.',
  file: 'The file was added.',
  resolve: 'The decision is being carried out, or waits for a second person to confirm it.',
  attach: 'The callback was attached and applied.',
  apply: 'The callback was applied.',
  book: 'Booked, or proposed if a second person must confirm it.',
  dismiss: 'The callback was dismissed.',
  close: 'The case was closed.',
  reopen: 'The case was reopened.',
}

export type FieldMessages = Readonly<Record<string, string>>
const nothingRefused: FieldMessages = {}

const fieldMessages = (error: unknown): FieldMessages =>
  error instanceof ApiError
    ? Object.fromEntries((error.body.fields ?? []).map(({ field, message }) => [field, message]))
    : nothingRefused

export interface CaseActions {
  /** What is under way; nothing else begins before it is over. */
  readonly running: WorkName | 'check' | null
  /** What the server said about the fields of what was tried last. */
  readonly refused: FieldMessages
  /** True once it is done. */
  readonly run: <N extends WorkName>(name: N, row: CaseRow, body: BodyOf<N>) => Promise<boolean>
  readonly askPsp: (row: CaseRow) => Promise<void>
}

/** One thing at a time is done about a case, with a word after it. */
export function useCaseActions(): CaseActions {
  const client = useQueryClient()
  const operationId = useOperationId()
  const [running, setRunning] = useState<CaseActions['running']>(null)
  const [refused, setRefused] = useState(nothingRefused)
  const busy = useRef(false)

  const alone = async (name: WorkName | 'check', caseActions: () => Promise<unknown>, how: string) => {
    if (busy.current) return false
    busy.current = true
    setRunning(name)
    setRefused(nothingRefused)
    try {
      await caseActions()
      return true
    } catch (error) {
      setRefused(fieldMessages(error))
      reportFailure(error, { label: 'Case', done: how })
      return false
    } finally {
      busy.current = false
      setRunning(null)
      void client.invalidateQueries({ queryKey: ['case'] })
      void client.invalidateQueries({ queryKey: ['transaction'] })
    }
  }
  return {
    running,
    refused,
    run: (name, row, body) =>
      alone(
        name,
        async () => {
          await request('POST', `/case/${row.id}/${name}`, {
            body,
            operationId: operationId([name, row.id, body]),
          })
          const words = doneTexts[name]
          if (words) toast.success(words)
        },
        done[name],
      ),
    askPsp: async ({ id, txId }) => {
      await alone(
        'check',
        async () => {
          // The platform asks by itself too, and each time the payment has another version.
          const { txVersion } = await api('GET /case/{id}', { params: { id } })
          await api('POST /transaction/{id}/{op}', {
            params: { id: txId ?? 0, op: 'check' },
            body: { version: txVersion ?? 0 },
            operationId: operationId(['check', txId, txVersion]),
          })
          toast.success('Checking with the PSP. The answer will appear here.')
        },
        'asked about',
      )
    },
  }
}
