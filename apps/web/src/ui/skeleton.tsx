import type { ReactNode } from 'react'
import styles from './skeleton.module.css'
import { useDelayed } from './use-delayed.ts'

/** Wraps a placeholder drawn from the parts below: nothing for the first moments, then the shape of what will come. */
export function Skeleton({
  children,
  label = 'Loading',
}: {
  readonly children: ReactNode
  readonly label?: string
}) {
  const late = useDelayed(true)
  return (
    <div aria-busy="true" aria-label={label} role="status" className={late ? styles.shown : styles.waiting}>
      {children}
    </div>
  )
}

export function SkeletonBar({
  width = '100%',
  height = 12,
}: {
  readonly width?: string
  readonly height?: number
}) {
  return <span className={styles.bar} style={{ width, height }} />
}

const widths = ['62%', '48%', '74%', '55%', '68%', '42%', '58%']

/** Lines of uneven length, as text has. */
export function SkeletonLines({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBar key={line} width={widths[line % widths.length] ?? '60%'} />
      ))}
    </div>
  )
}

export function SkeletonTable({
  rows = 12,
  columns = 6,
  rowPx = 36,
}: {
  readonly rows?: number
  readonly columns?: number
  readonly rowPx?: number
}) {
  return (
    <Skeleton>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={{ height: rowPx }}>
          {Array.from({ length: columns }, (_, column) => (
            <span key={column} className={styles.cell}>
              <SkeletonBar width={widths[(row + column * 2) % widths.length] ?? '60%'} />
            </span>
          ))}
        </div>
      ))}
    </Skeleton>
  )
}
