import type { AnalyticsMarker } from '@signalbox/model/analytics/query'
import type { Work } from '../../kit/handle.ts'
import { markersBetween } from './marker-store.ts'

const mostMarkers = 500

/** Of merchants above it is told what changed, not who changed it, and nothing of it can be opened from here. */
export const asSeenFrom =
  ({ effective }: Pick<Work['scope'], 'effective'>) =>
  (marker: AnalyticsMarker): AnalyticsMarker =>
    effective.includes(marker.merchantId) ? marker : { ...marker, by: '', to: null }

/** Changes of the merchants in scope and of those above, whose rules and settings hold below. */
export async function markersOf(
  { tx, scope }: Work,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ items: AnalyticsMarker[]; isCut: boolean }> {
  const merchants = [...new Set([...scope.effective, ...scope.chain])]
  const found = await markersBetween(tx, merchants, {
    from: new Date(from),
    to: new Date(to),
    most: mostMarkers,
  })
  const items = found.slice(0, mostMarkers).map(asSeenFrom(scope))
  return { items, isCut: found.length > mostMarkers }
}
