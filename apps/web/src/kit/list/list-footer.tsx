import { maxStart, pageSizes, type Page } from '@signalbox/model/field/paging'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { formatNumber } from '@signalbox/model/text/user-formats'
import styles from './list-footer.module.css'
import type { PagePlace } from './list-state.ts'
import { useFormats } from '../session/session-store.ts'

export interface ListFooterProps {
  readonly page: Page<unknown> | undefined
  readonly state: PagePlace
  readonly size: number
  readonly onPage: (page: number, cursor: string | null) => void
  readonly onSize: (size: number) => void
}

export const totalText = (
  { total, totalCapped }: Pick<Page<unknown>, 'total' | 'totalCapped'>,
  format: (value: number) => string,
): string => (totalCapped ? `${format(total)}+` : format(total))

/** Paging by number as far as rows can be skipped, by cursor beyond. */
function nextPage(
  page: Page<unknown> | undefined,
  state: PagePlace,
  size: number,
): { cursor: string | null } | null {
  if (!page || page.items.length < size) return null
  const reached = (state.page - 1) * size + page.items.length
  if (!page.totalCapped && reached >= page.total) return null
  if (state.cursor === null && state.page * size <= maxStart) return { cursor: null }
  return page.cursor === undefined ? null : { cursor: page.cursor }
}

export function ListFooter({ page, state, size, onPage, onSize }: ListFooterProps) {
  const formats = useFormats()
  const format = (value: number) => formatNumber(value, formats)
  const first = (state.page - 1) * size + 1
  const next = nextPage(page, state, size)
  const lastNumbered = Math.floor(maxStart / size) + 1
  return (
    <div className={styles.footer} data-no-print>
      <span className={styles.range}>
        {page && page.items.length > 0
          ? `${format(first)}–${format(first + page.items.length - 1)} of ${totalText(page, format)}`
          : ''}
      </span>
      <Menu
        label="Rows per page"
        side="top-start"
        target={
          <button type="button" className={styles.size}>
            <span>Rows per page</span> <strong>{size}</strong>
            <Icon name="chevron-down" size={14} />
          </button>
        }
      >
        {pageSizes.map((each) => (
          <MenuItem key={each} checked={each === size} onSelect={() => onSize(each)}>
            {each}
          </MenuItem>
        ))}
      </Menu>
      <span className={styles.buttons}>
        <IconButton
          icon="chevron-left"
          label="Previous page"
          disabled={state.page === 1}
          onClick={() => onPage(Math.min(state.page - 1, lastNumbered), null)}
        />
        <span className={styles.page}>Page {format(state.page)}</span>
        <IconButton
          icon="chevron-right"
          label="Next page"
          disabled={next === null}
          onClick={() => next && onPage(state.page + 1, next.cursor)}
        />
      </span>
    </div>
  )
}

/** Below a table within a record or a dialog: only where rows may be on another page. */
export const TableFooter = (props: ListFooterProps) =>
  props.page && props.page.total > pageSizes[0] ? <ListFooter {...props} /> : null
