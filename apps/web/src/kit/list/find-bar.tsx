import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Column } from './columns.ts'
import { useTextContext } from '../field/display-text.ts'
import styles from './find-bar.module.css'
import { findInRows } from './find-in-rows.ts'
import type { Row } from './listing.ts'

export interface FindBarProps {
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  readonly onFound: (index: number | null) => void
  readonly onClose: () => void
}

/** Finds text in all rows of the page, also those that are not drawn and that the browser's own search misses. */
export function FindBar({ rows, columns, onFound, onClose }: FindBarProps) {
  const context = useTextContext()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const hits = useMemo(() => findInRows(rows, columns, text, context), [rows, columns, text, context])
  const go = (to: number, among = hits) => {
    const wrapped = among.length === 0 ? 0 : (to + among.length) % among.length
    setPosition(wrapped)
    onFound(among[wrapped] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(position + (event.shiftKey ? -1 : 1))
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.bar} role="search">
      <SearchInput
        type="text"
        label="Find on this page"
        size="small"
        value={text}
        ref={input}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value)
          go(0, findInRows(rows, columns, event.currentTarget.value, context))
        }}
      />
      <span role="status" className={styles.count}>
        {text.trim() === '' ? '' : hits.length === 0 ? 'Not found' : `${position + 1} of ${hits.length}`}
      </span>
      <IconButton
        icon="chevron-up"
        label="Previous match"
        sizePx={28}
        disabled={hits.length === 0}
        onClick={() => go(position - 1)}
      />
      <IconButton
        icon="chevron-down"
        label="Next match"
        sizePx={28}
        disabled={hits.length === 0}
        onClick={() => go(position + 1)}
      />
      <IconButton icon="close" label="Close find" sizePx={28} onClick={onClose} />
    </div>
  )
}
