import type { ChartKind } from '@signalbox/model/analytics/widget'
import { loadable, type Loadable } from '../../ui/loadable.tsx'
import type { ChartColumn, DrawingProps } from './chart-data.ts'
import { barRowPx, funnelRowPx, heatHeadPx, heatRowPx, multiplesHeight } from './chart-sizes.ts'

/** Each is fetched when the first chart of its kind is drawn. */
export const drawings: Record<ChartKind, Loadable<DrawingProps>> = {
  line: loadable(async () => (await import('./time-drawing.tsx')).LineDrawing),
  area: loadable(async () => (await import('./time-drawing.tsx')).AreaDrawing),
  bar: loadable(async () => (await import('./bar-drawing.tsx')).BarDrawing),
  pie: loadable(async () => (await import('./pie-drawing.tsx')).PieDrawing),
  pareto: loadable(async () => (await import('./pareto-drawing.tsx')).ParetoDrawing),
  heatmap: loadable(async () => (await import('./heatmap-drawing.tsx')).HeatmapDrawing),
  multiples: loadable(async () => (await import('./small-multiples-drawing.tsx')).SmallMultiplesDrawing),
  funnel: loadable(async () => (await import('./funnel-drawing.tsx')).FunnelDrawing),
  sankey: loadable(async () => (await import('./sankey-drawing.tsx')).SankeyDrawing),
  treemap: loadable(async () => (await import('./treemap-drawing.tsx')).TreemapDrawing),
  scatter: loadable(async () => (await import('./scatter-drawing.tsx')).ScatterDrawing),
  map: loadable(async () => (await import('./map-drawing.tsx')).MapDrawing),
  waterfall: loadable(async () => (await import('./waterfall-drawing.tsx')).WaterfallDrawing),
}

/** Their rows are names below each other, not points from left to right. */
export const rowsGoDown: ReadonlySet<ChartKind> = new Set(['bar', 'funnel', 'heatmap', 'pie'])

/** Columns are measures or cells there, and none can be left out. */
const withoutLegend: ReadonlySet<ChartKind> = new Set(['heatmap', 'multiples', 'scatter'])
export const hasLegend = (kind: ChartKind, columns: readonly ChartColumn[]): boolean =>
  (columns.length > 1 || columns.some(({ isSlice }) => isSlice)) && !withoutLegend.has(kind)

const plainPx = 260

/** As high as their rows, however much room there is. */
export const growsWithRows: ReadonlySet<ChartKind> = new Set(['bar', 'funnel', 'multiples'])

/** As high as what it shows needs; lines and areas have one height, so that charts side by side end together. */
export function heightOf(
  kind: ChartKind,
  { rows, columns }: { rows: number; columns: number },
  widthPx: number,
): number {
  const byKind: Partial<Record<ChartKind, number>> = {
    bar: rows * barRowPx,
    funnel: rows * funnelRowPx,
    heatmap: heatHeadPx + rows * heatRowPx,
    multiples: multiplesHeight(columns, widthPx),
    pareto: 320,
    sankey: 340,
    treemap: 320,
    scatter: 320,
    map: Math.min(420, Math.max(190, widthPx * 0.5)),
  }
  return byKind[kind] ?? plainPx
}
