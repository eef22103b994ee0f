import { defaultBlockReasons } from '@signalbox/model/reference/block-reasons'
import type { Fields } from '@signalbox/model/field/entity'
import { field } from '@signalbox/model/field/field'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session-store.ts'

/** The reasons of the selected merchant, as far as they have arrived; dialogs ask for them when they open. */
let known: Readonly<Record<string, string>> = defaultBlockReasons

const usual: Readonly<Record<string, string>> = defaultBlockReasons

/** A reason the merchant no longer offers keeps its words, where it was one of the usual ones. */
export const blockReasonText = (id: string): string => known[id] ?? usual[id] ?? id

/** Brings the merchant's own reasons; shows nothing. */
export function BlockReasons() {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['user-account', 'block-reasons', merchantId],
    queryFn: ({ signal }) => api('GET /user-account/block-reasons', { signal, suppressToast: true }),
    staleTime: 60_000,
  })
  useEffect(() => {
    if (data) known = Object.fromEntries(data.items.map(({ id, name }) => [id, name]))
  }, [data])
  return null
}

/** A reason is chosen and not typed. */
export const operationInputs = (_name: string, asked: Fields): Fields =>
  asked.blockReason
    ? {
        ...asked,
        blockReason: field.choice({ label: asked.blockReason.label, required: true, options: known }),
      }
    : asked
