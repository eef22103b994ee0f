import type { CopiedPart, CopyPart } from '@signalbox/model/calls/configuration'
import { controlSettings } from '@signalbox/model/configuration/control-settings'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { toast } from '../../../ui/toast.tsx'

export type Difference = CopyPart['differences'][number]

export const placeOf = ({ type, provider }: CopyPart, { account, key }: Difference): string =>
  JSON.stringify([type, provider, account, key])

const ref = (record: { readonly id: string; readonly version: number }) => ({
  id: record.id,
  version: record.version,
})

/** What is chosen of each document, with the versions it was chosen by. */
function partsOf(parts: readonly CopyPart[], left: ReadonlySet<string>): CopiedPart[] {
  return parts.flatMap((part): CopiedPart[] => {
    const settings = part.differences
      .filter((each) => !each.secret && !left.has(placeOf(part, each)))
      .map(({ account, key }) => ({ account, key }))
    if (settings.length === 0) return []
    const { type, provider, source, target } = part
    return [{ type, provider, source: ref(source), target: target && ref(target), settings }]
  })
}

/** What holds people back is not copied by accident: whoever wants it chooses it. */
const heldBack = (parts: readonly CopyPart[]): ReadonlySet<string> =>
  new Set(
    parts.flatMap((part) =>
      part.differences
        .filter(({ key }) => part.type === 'MerchantConfig' && controlSettings.includes(key))
        .map((each) => placeOf(part, each)),
    ),
  )

/** Another merchant compared with the selected one, what of it is chosen, and what copying that would do. */
export function useCopy() {
  const { merchantId } = useSession()
  const client = useQueryClient()
  const operationId = useOperationId()
  const [from, setFrom] = useState<number | null>(null)
  const [changed, setLeft] = useState<ReadonlySet<string> | null>(null)
  const [busy, setBusy] = useState(false)
  const base = ['config', 'copy', merchantId, from]
  const compared = useQuery({
    queryKey: base,
    enabled: from !== null,
    queryFn: ({ signal }) =>
      api('POST /config/copy/preview', { body: { from: from ?? 0 }, signal, suppressToast: true }),
  })
  const parts = compared.data?.parts ?? []
  const left = changed ?? heldBack(parts)
  const chosen = partsOf(parts, left)
  // What is refused or waits depends on what is chosen, so it is tried again with every choice.
  const tried = useQuery({
    queryKey: [...base, chosen],
    enabled: from !== null && left.size > 0 && chosen.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api('POST /config/copy/preview', {
        body: { from: from ?? 0, parts: chosen },
        signal,
        suppressToast: true,
      }),
  })
  const choose = (merchant: number | null) => {
    setFrom(merchant)
    setLeft(null)
  }
  const toggle = (places: readonly string[], isChosen: boolean) => {
    const next = new Set(left)
    for (const place of places) {
      if (isChosen) next.delete(place)
      else next.add(place)
    }
    setLeft(next)
  }
  const copy = async (note: string): Promise<boolean> => {
    if (from === null) return false
    setBusy(true)
    try {
      const body = { from, parts: chosen, note }
      const done = await api('POST /config/copy', { body, operationId: operationId(body) })
      const waiting = done.parts.filter(({ waits }) => waits !== null).length
      toast.success(
        waiting > 0
          ? 'Settings are copied. Some of them are waiting for a second person.'
          : 'The settings are copied.',
      )
      return true
    } catch (error) {
      reportFailure(error, { label: 'Settings', done: 'copied' })
      return false
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: ['config'] })
    }
  }
  const shown = left.size > 0 ? (tried.data?.parts ?? parts) : parts
  return { merchantId, from, choose, compared, shown, left, toggle, chosen, busy, copy }
}
export type Copy = ReturnType<typeof useCopy>
