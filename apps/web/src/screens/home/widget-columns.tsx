import type { HomeWidget } from '@signalbox/model/calls/home'
import { useEffect, useRef } from 'react'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { inColumns, usualHeight } from './card-columns.ts'
import { expectedHeight, rememberHeights } from './card-layout.ts'
import styles from './home.module.css'
import type { HomeWidgets } from './use-home.ts'
import { WidgetCard } from './widget-card.tsx'

const linePx = 24

export interface WidgetColumnsProps {
  readonly widgets: HomeWidgets
  readonly count: number
  /** Cards below one that is still to come wait for it. */
  readonly held: boolean
}

const isLate = ({ severity }: HomeWidget): boolean => severity === 'late'

/** Cards as high as what is in them, in columns of their own: what one of them shows moves no other column. */
export function WidgetColumns({ widgets, count, held }: WidgetColumnsProps) {
  const columns = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const places = columns.current?.querySelectorAll<HTMLElement>('[data-settled]') ?? []
    const heights: Record<string, number> = {}
    for (const { dataset, offsetHeight } of places) heights[dataset.settled ?? ''] = offsetHeight
    if (places.length > 0) rememberHeights(count, heights)
  }, [widgets.shown, count])
  return (
    <div className={styles.columns} ref={columns}>
      {inColumns(widgets.shown, count).map((cards, column) => (
        <div key={column} className={styles.column}>
          {cards.map((widget, at) => (
            <Place
              key={widget.id}
              widget={widget}
              widgets={widgets}
              count={count}
              held={held && cards.slice(0, at).some(isLate)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface PlaceProps {
  readonly widget: HomeWidget
  readonly widgets: HomeWidgets
  readonly count: number
  readonly held: boolean
}

/** What comes later has its place kept. */
function Place({ widget, widgets, count, held }: PlaceProps) {
  const isComing = isLate(widget)
  return (
    <div
      className={styles.place}
      data-held={held || undefined}
      data-settled={isComing ? undefined : widget.id}
      style={isComing ? { minHeight: expectedHeight(widget.id, count) } : undefined}
    >
      <WidgetCard widget={widget} widgets={widgets} />
    </div>
  )
}

const first = ['inbox', 'search', 'account'] as const

export function LoadingColumns({ count }: { readonly count: number }) {
  return (
    <div className={styles.columns}>
      {inColumns(
        first.map((id) => ({ id })),
        count,
      ).map((cards, column) => (
        <div key={column} className={styles.column}>
          {cards.map(({ id }) => (
            <div key={id} className={styles.loading} style={{ height: expectedHeight(id, count) }}>
              <SkeletonLines lines={Math.floor(usualHeight(id) / linePx) - 1} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
