import { useCallback, useRef } from 'react'
import { newOperationId } from './api.ts'

/**
 * The operation id of a form or dialog. Sending the same content again is a replay, so that a lost answer or a second
 * click has no second effect; changed content is another operation.
 */
export function useOperationId(): (content: unknown) => string {
  const last = useRef<{ content: string; id: string } | null>(null)
  return useCallback((content: unknown) => {
    const text = JSON.stringify(content)
    if (last.current?.content !== text) last.current = { content: text, id: newOperationId() }
    return last.current.id
  }, [])
}
