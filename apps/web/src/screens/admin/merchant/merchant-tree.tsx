import type { MerchantNode } from '@signalbox/model/access/session'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useSession } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MerchantState } from './merchant-state.tsx'
import styles from './merchant-tree.module.css'
import { childrenOf, rootsOf, visibleIds } from './tree-order.ts'

interface Walk {
  readonly merchants: readonly MerchantNode[]
  readonly closed: ReadonlySet<number>
  readonly active: number
  readonly openId: string | null
  /** Null when nothing is filtered. */
  readonly matching: ReadonlySet<number> | null
  readonly onToggle: (id: number) => void
  readonly onOpen: (id: number) => void
  readonly onActivate: (id: number) => void
}

function Node({
  node,
  depth,
  walk,
}: {
  readonly node: MerchantNode
  readonly depth: number
  readonly walk: Walk
}) {
  const children = childrenOf(walk.merchants, node.id)
  const open = !walk.closed.has(node.id)
  const muted = walk.matching !== null && !walk.matching.has(node.id)
  return (
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={children.length > 0 ? open : undefined}
      aria-selected={String(node.id) === walk.openId}
      aria-label={node.name}
      tabIndex={node.id === walk.active ? 0 : -1}
      data-id={node.id}
      className={styles.item}
      onFocus={(event) => {
        if (event.target === event.currentTarget) walk.onActivate(node.id)
      }}
    >
      <div className={styles.line} data-muted={muted || undefined} style={{ paddingLeft: 12 + depth * 24 }}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.toggle}
          data-empty={children.length === 0 || undefined}
          onClick={() => walk.onToggle(node.id)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />
        </button>
        <button type="button" tabIndex={-1} className={styles.name} onClick={() => walk.onOpen(node.id)}>
          {node.name}
        </button>
        <span className={styles.id}>{node.id}</span>
        <MerchantState value={node.state} />
      </div>
      {children.length > 0 && open ? (
        <ul role="group" className={styles.group}>
          {children.map((child) => (
            <Node key={child.id} node={child} depth={depth + 1} walk={walk} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** The merchants in scope as they hang below each other. Filters dim what they would hide, so that the tree stays whole. */
export function MerchantTree({ list }: { readonly list: ListPageModel }) {
  const { merchants } = useSession().metadata
  const tree = useRef<HTMLUListElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const ids = visibleIds(merchants, closed)
  const [wanted, setWanted] = useState<number | null>(null)
  const active = wanted !== null && ids.includes(wanted) ? wanted : (ids[0] ?? 0)
  const filtered = Object.keys(list.state.filters).length > 0
  const toggle = (id: number) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const focus = (id: number | null | undefined) => {
    if (typeof id === 'number') tree.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = ids.indexOf(active)
    const open = childrenOf(merchants, active).length > 0 && !closed.has(active)
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(ids[at + 1]),
      ArrowUp: () => focus(ids[at - 1]),
      Home: () => focus(ids[0]),
      End: () => focus(ids.at(-1)),
      ArrowRight: () => (closed.has(active) ? toggle(active) : open && focus(ids[at + 1])),
      ArrowLeft: () => (open ? toggle(active) : focus(merchants.find(({ id }) => id === active)?.parentId)),
      Enter: () => list.openDialog(null, String(active)),
      ' ': () => list.openDialog(null, String(active)),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const walk: Walk = {
    merchants,
    closed,
    active,
    openId: list.state.id,
    matching: filtered ? new Set(list.rows.map((row) => Number(row.id))) : null,
    onToggle: toggle,
    onOpen: (id) => list.openDialog(null, String(id)),
    onActivate: setWanted,
  }
  return (
    <div className={styles.box}>
      <ul ref={tree} role="tree" aria-label="Merchants" className={styles.tree} onKeyDown={onKeyDown}>
        {rootsOf(merchants).map((root) => (
          <Node key={root.id} node={root} depth={0} walk={walk} />
        ))}
      </ul>
    </div>
  )
}
