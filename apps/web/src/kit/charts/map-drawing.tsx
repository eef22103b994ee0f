import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { isFew, valueOf, type DrawingProps } from './chart-data.ts'
import { viewBoxOf } from './chart-sizes.ts'
import { codeByName, codeByNumber } from './map-countries.ts'

interface Country {
  readonly code: string
  readonly shape: GeoJSON.Feature
}

type Topology = Parameters<typeof feature>[0]
const topology = atlas as unknown as Topology

function countriesOf(): Country[] {
  const all = topology.objects.countries
  if (!all) return []
  const shapes = feature(topology, all)
  const list = shapes.type === 'FeatureCollection' ? shapes.features : [shapes]
  return list.flatMap((shape) => {
    const name = String((shape.properties as { name?: string } | null)?.name ?? '')
    const code = codeByNumber.get(String(shape.id ?? '')) ?? codeByName.get(name) ?? ''
    // Nobody pays from there, and it would take a fifth of the map.
    return code === 'ATA' ? [] : [{ code, shape }]
  })
}

const world = countriesOf()
const onMap = new Set(world.map(({ code }) => code))
const sphere: GeoJSON.FeatureCollection = {
  type: 'FeatureCollection',
  features: world.map(({ shape }) => shape),
}

/** Seven shades: more cannot be told apart. Counts differ by orders of magnitude, so their steps do too. */
function shadeOf(values: readonly number[], isShare: boolean): (value: number) => number {
  const bend = (value: number) => (isShare ? value : Math.log1p(Math.max(0, value)))
  const [low, high] = [Math.min(...values.map(bend)), Math.max(...values.map(bend))]
  return (value) => {
    const share = high === low ? 1 : (bend(value) - low) / (high - low)
    return 0.15 + 0.85 * (Math.round(share * 6) / 6)
  }
}

/** Figures by country on a map. Rows are countries by their three letters. */
export function MapDrawing({ data, widthPx, heightPx, cursor, onCursor, onOpen }: DrawingProps) {
  const [column] = data.columns
  if (!column) return null
  const path = geoPath(geoNaturalEarth1().fitSize([widthPx, heightPx - 20], sphere))
  const values = data.rows.flatMap((row) => valueOf(row, column) ?? [])
  const shade = shadeOf(values.length > 0 ? values : [0], column.isShare ?? false)
  const missing = data.rows.filter(({ key }) => !onMap.has(key)).map(({ label }) => label)
  return (
    <svg
      width={widthPx}
      height={heightPx}
      viewBox={viewBoxOf(widthPx, heightPx)}
      role="presentation"
      onPointerLeave={() => onCursor(null)}
    >
      {world.map(({ code, shape }, index) => {
        const at = data.rows.findIndex(({ key }) => key === code)
        const row = data.rows[at]
        const value = row ? valueOf(row, column) : null
        const few = isFew(row?.cells[column.key])
        return (
          <path
            key={`${code} ${index}`}
            d={path(shape) ?? ''}
            fill={value === null ? 'var(--surface-sunken)' : few ? 'var(--chart-few)' : 'var(--chart-1)'}
            fillOpacity={value === null ? 1 : few ? 0.4 : shade(value)}
            stroke={cursor?.row === at && at >= 0 ? 'var(--ink)' : 'var(--line-strong)'}
            strokeWidth={cursor?.row === at && at >= 0 ? 1.5 : 0.5}
            style={onOpen && value !== null ? { cursor: 'pointer' } : undefined}
            onPointerMove={() => onCursor(row ? { row: at, column: 0 } : null)}
            onClick={() => row && value !== null && onOpen?.(row, column)}
          />
        )
      })}
      {missing.length > 0 ? (
        <text x={0} y={heightPx - 4} fontSize={12} fill="var(--ink-muted)">
          {`Not on the map: ${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ` +${missing.length - 4}` : ''}`}
        </text>
      ) : null}
    </svg>
  )
}
