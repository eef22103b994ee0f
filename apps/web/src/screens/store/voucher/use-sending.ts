import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../kit/api.ts'
import { reportFailure, type Attempt } from '../../../kit/failure.ts'

/** A form of a dialog that is sent once, with what the server says about its fields. */
export function useSending(attempt: Attempt) {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const send = async (call: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblems({})
    try {
      await call()
      for (const key of ['voucher', 'voucher-batch', 'product'])
        await queryClient.invalidateQueries({ queryKey: [key] })
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0) reportFailure(error, attempt)
    }
    setBusy(false)
  }
  return { problems, busy, send }
}
