import type { Template, TemplateType } from '@signalbox/model/template-language/template'
import { useEffect, useState } from 'react'
import { live, type LiveEvent } from '../../kit/live.ts'
import { useStable } from '../../kit/use-stable.ts'
import type { TemplatesAddress } from './templates-address.ts'
import { newestOf, type useTemplates } from './use-templates.ts'

interface Listed {
  readonly items: readonly Template[]
  readonly total: number
}

/** Recently edited ones come first, so the first of them and the total tell whether anything happened. */
export const differs = (shown: Listed, fresh: Listed): boolean =>
  shown.total !== fresh.total ||
  shown.items[0]?.id !== fresh.items[0]?.id ||
  shown.items[0]?.version !== fresh.items[0]?.version

/**
 * Whether the list is out of date, because somebody else wrote meanwhile. Its rows stay as they are until the person
 * asks. An event names a template but not its type or whether the filters let it through, so the list is asked for.
 */
export function useTemplateNews(
  type: TemplateType,
  address: TemplatesAddress,
  { data, dataUpdatedAt }: ReturnType<typeof useTemplates>,
): boolean {
  const [outdatedAt, setOutdatedAt] = useState<number | null>(null)
  const onEvent = useStable(async ({ key, payload }: LiveEvent) => {
    if (!data) return
    const shown = data.items.find(({ id }) => id === key)
    if (shown && payload?.version === shown.version && payload?.changeType !== 'DELETE') return
    if (shown || differs(data, await newestOf(type, address))) setOutdatedAt(dataUpdatedAt)
  })
  useEffect(() => live.on('template', (event) => void onEvent(event).catch(() => undefined)), [onEvent])
  return outdatedAt !== null && outdatedAt === dataUpdatedAt
}
