import type { HomeWidget, WidgetId } from '@signalbox/model/calls/home'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { updateSettings, useSession, useSettings } from '../../kit/session/session-store.ts'
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

interface Answer {
  readonly widgets: HomeWidget[]
  /** Tells one answer from the next. */
  readonly askedAt: number
  /** What was shown until then: a widget that is late keeps it. */
  readonly before: readonly HomeWidget[]
}

const askAlone = (id: WidgetId) => api('GET /home', { query: { widget: id }, suppressToast: true })

/** Asks again for one widget and puts it among the others. */
function useRetry(queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const [retrying, setRetrying] = useState<WidgetId | null>(null)
  const retry = async (id: WidgetId) => {
    setRetrying(id)
    try {
      const { widgets } = await askAlone(id)
      client.setQueryData<Answer>(
        queryKey,
        (old) =>
          old && {
            ...old,
            widgets: old.widgets.map((widget) => widgets.find((fresh) => fresh.id === widget.id) ?? widget),
          },
      )
    } catch {
      // The widget goes on saying that it failed.
    } finally {
      setRetrying(null)
    }
  }
  return { retry, retrying }
}

/** What waits for the person, in their order. */
export function useHome() {
  const { merchantId } = useSession()
  const { hiddenWidgets, widgetOrder } = useSettings()
  const client = useQueryClient()
  const queryKey = ['home', merchantId]
  const aloneKey = (id: WidgetId, askedAt: number | undefined) => ['home-widget', merchantId, id, askedAt]
  const shownOf = ({ widgets, askedAt, before }: Answer): HomeWidget[] =>
    widgets.flatMap((widget) => {
      if (widget.severity !== 'late') return widget
      const alone = client.getQueryData<Pick<Answer, 'widgets'>>(aloneKey(widget.id, askedAt))
      return alone?.widgets[0] ?? before.find(({ id }) => id === widget.id) ?? []
    })
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Answer> => {
      const { widgets } = await api('GET /home', { signal, suppressToast: true })
      const last = client.getQueryData<Answer>(queryKey)
      return { widgets, askedAt: Date.now(), before: last ? shownOf(last) : [] }
    },
    refetchInterval: refreshMs,
  })

  const { retry, retrying } = useRetry(queryKey)
  const answer = query.data
  const late = answer?.widgets.filter(({ severity }) => severity === 'late') ?? []
  const alone = useQueries({
    queries: late.map(({ id }) => ({
      queryKey: aloneKey(id, answer?.askedAt),
      queryFn: () => askAlone(id),
      staleTime: Infinity,
    })),
  })
  /** The page did not wait for these; each is shown when it is there, or says that it could not be. */
  const arrived = (widget: HomeWidget): HomeWidget => {
    if (widget.severity !== 'late') return widget
    const { data, isError } = alone[late.indexOf(widget)] ?? {}
    if (isError) return { id: widget.id, title: widget.title, severity: 'failed', data: null }
    return data?.widgets[0] ?? answer?.before.find(({ id }) => id === widget.id) ?? widget
  }

  const all = inOrder(answer?.widgets.map(arrived) ?? [], widgetOrder)
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
