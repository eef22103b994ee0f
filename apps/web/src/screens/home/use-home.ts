import type { HomeWidget, WidgetId } from '@signalbox/model/calls/home'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { updateSettings, useSession, useSettings } from '../../kit/session-store.ts'
import { inOrder, moved } from './widget-order.ts'

const refreshMs = 60_000

export interface HomeWidgets {
  readonly shown: readonly HomeWidget[]
  readonly hidden: readonly HomeWidget[]
  readonly hide: (id: string) => void
  readonly show: (id: string) => void
  readonly move: (id: string, step: -1 | 1) => void
  /** Asks again for one that failed; the others stay as they are. */
  readonly retry: (id: WidgetId) => void
  readonly retrying: WidgetId | null
}

/** What waits for the person, in their order. */
export function useHome() {
  const { merchantId } = useSession()
  const { hiddenWidgets, widgetOrder } = useSettings()
  const client = useQueryClient()
  const [retrying, setRetrying] = useState<WidgetId | null>(null)
  const queryKey = ['home', merchantId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /home', { signal, suppressToast: true }),
    refetchInterval: refreshMs,
  })

  const retry = async (id: WidgetId) => {
    setRetrying(id)
    try {
      const { widgets } = await api('GET /home', { query: { widget: id } })
      client.setQueryData<{ widgets: HomeWidget[] }>(
        queryKey,
        (old) =>
          old && {
            widgets: old.widgets.map((widget) => widgets.find((fresh) => fresh.id === widget.id) ?? widget),
          },
      )
    } catch {
      // The widget goes on saying that it failed.
    } finally {
      setRetrying(null)
    }
  }

  const all = inOrder(query.data?.widgets ?? [], widgetOrder)
  const shown = all.filter(({ id }) => !hiddenWidgets.includes(id))
  const widgets: HomeWidgets = {
    shown,
    hidden: all.filter(({ id }) => hiddenWidgets.includes(id)),
    hide: (id) => void updateSettings({ hiddenWidgets: [...hiddenWidgets, id] }),
    show: (id) => void updateSettings({ hiddenWidgets: hiddenWidgets.filter((other) => other !== id) }),
    move: (id, step) =>
      void updateSettings({
        widgetOrder: moved(
          shown.map((widget) => widget.id),
          id,
          step,
        ),
      }),
    retry: (id) => void retry(id),
    retrying,
  }
  return { query, widgets }
}
