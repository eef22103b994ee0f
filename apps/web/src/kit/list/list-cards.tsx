import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import type { Column } from './columns.ts'
import { isNothing } from '../field/display-text.ts'
import { FieldView } from '../field/field-view.tsx'
import styles from './list-cards.module.css'
import { titleOf, type Listing, type Row } from './listing.ts'
import type { CellView, RowMarks } from './table-row.tsx'
import { usePrinting } from './use-printing.ts'

export interface ListCardsProps {
  readonly listing: Listing
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  readonly cells?: Readonly<Record<string, CellView>>
  readonly marksOf?: (row: Row) => RowMarks
  readonly onOpen: (row: Row) => void
  readonly hrefOf: (row: Row) => string
  readonly actions?: (row: Row) => ReactNode
}

const factsPerCard = 5
const cardsAtOnce = 30

/** How many cards are drawn: more as soon as the end of those comes near. */
function useGrowingCount(total: number): { count: number; end: RefObject<HTMLLIElement | null> } {
  const printing = usePrinting()
  const [count, setCount] = useState(cardsAtOnce)
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!end.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((last) => last + cardsAtOnce)
      },
      { root: end.current.parentElement, rootMargin: '1500px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count])
  return { count: printing ? total : count, end }
}

/** The same rows where a table does not fit: one card each, the first columns that say something as facts. */
export function ListCards(props: ListCardsProps) {
  const { listing, columns, rows, cells = {}, marksOf, onOpen, hrefOf, actions } = props
  const openHere = (event: MouseEvent, row: Row) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(row)
  }
  const facts = (row: Row) =>
    (listing.cards?.flatMap((name) => columns.filter((column) => column.name === name)) ?? columns)
      .filter(({ name }) => name !== listing.titleField && !isNothing(row[name]))
      .slice(0, factsPerCard)
  const { count, end } = useGrowingCount(rows.length)
  return (
    <ul className={styles.cards} aria-label={listing.plural}>
      {rows.slice(0, count).map((row, index) => {
        const inheritedFrom = marksOf?.(row).inheritedFrom
        return (
          <li
            key={listing.keyOf(row)}
            className={styles.card}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            data-inherited={inheritedFrom ? true : undefined}
          >
            <div className={styles.head}>
              <a href={hrefOf(row)} className={styles.title} onClick={(event) => openHere(event, row)}>
                {titleOf(listing, row)}
              </a>
              {actions?.(row)}
            </div>
            {inheritedFrom === undefined ? null : (
              <p className={styles.note}>Inherited from {inheritedFrom}</p>
            )}
            <dl className={styles.facts}>
              {facts(row).map(({ name, label, field }) => {
                const Own = cells[name]
                return (
                  <div key={name} className={styles.fact}>
                    <dt>{label}</dt>
                    <dd>
                      {Own ? (
                        <Own row={row} value={row[name]} />
                      ) : (
                        <FieldView field={field} value={row[name]} />
                      )}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </li>
        )
      })}
      {count < rows.length ? <li key={count} ref={end} aria-hidden="true" /> : null}
    </ul>
  )
}
