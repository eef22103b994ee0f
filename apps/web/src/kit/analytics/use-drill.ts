import { paymentsBehind } from '@signalbox/model/analytics/drill'
import { metricOf } from '@signalbox/model/analytics/metrics'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../ui/toast.tsx'
import { useMay } from '../session/session-store.ts'
import type { ControlsInUse } from './controls.ts'
import { endOfInterval } from './period.ts'
import type { SliceOf } from './reply-cells.ts'
import { intervalOfWidget } from './use-widget-reply.ts'
import { filtersOf, type Widget } from '@signalbox/model/analytics/widget'

/** The filters of /transactions for the payments behind one figure; null where no filter finds exactly them. */
function drillTo(
  widget: Widget,
  controls: ControlsInUse,
  { metric, key, at }: SliceOf,
  timeZone: string,
): Readonly<Record<string, string>> | null {
  const interval = intervalOfWidget(widget, controls)
  const { from, to } = controls.period
  const end = at === null ? to : endOfInterval(at, interval, timeZone)
  const slice = {
    from: at === null || at < from ? from : at,
    to: end > to ? to : end,
    dimensions: widget.dimensions ?? [],
    key,
    filters: filtersOf(widget, controls.filters) ?? {},
    currency: controls.currency ?? undefined,
    merchantIds: controls.merchantIds.length > 0 ? controls.merchantIds : undefined,
  }
  return paymentsBehind(metric, slice) ?? paymentsBehind(metric, slice, 'hits')
}

const hasDrill = (widget: Widget): boolean =>
  widget.metrics.some((metric) => metricOf(metric).behind !== null || metricOf(metric).hits !== undefined)

/** Leads from a figure to its payments. */
export function useDrill(widget: Widget, controls: ControlsInUse, timeZone: string) {
  const navigate = useNavigate()
  const mayOpen = useMay('transactions.view')
  if (!mayOpen || !hasDrill(widget)) return undefined
  return (slice: SliceOf | null) => {
    const search = slice && drillTo(widget, controls, slice, timeZone)
    if (search) void navigate({ to: '/transactions', search })
    else toast.info('Transactions cannot be filtered to exactly these payments.')
  }
}
