import { useId, useState, type KeyboardEvent } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { menuItemSelector, walkMenu } from '../../ui/menu-keys.ts'
import { Popup } from '../../ui/popup.tsx'
import { beginBulk, clear, copy, cut, fill, mayEditActive, paste } from './core/cell-commands.ts'
import { rowAt } from './core/grid-document.ts'
import { documentOf, gridOf, selectionOf } from './core/grid-state.ts'
import { duplicate, enable, insert, move, remove } from './core/row-commands.ts'
import { activeCell, selectedPlaces } from './core/selection.ts'
import type { GridEditor } from './grid-editor.ts'
import type { GridChange } from './grid-keys.ts'
import styles from './decision-grid.module.css'
import type { RowMarks } from './row-marks.ts'

export interface MenuPlace {
  readonly x: number
  readonly y: number
}

interface Entry {
  readonly label: string
  readonly icon: IconName
  readonly keys?: string
  readonly run: () => void
  readonly destructive?: boolean
}

export interface GridMenuProps {
  readonly editor: GridEditor
  readonly place: MenuPlace
  readonly marks: RowMarks
  readonly onClose: () => void
}

const counted = (count: number): string => (count === 1 ? 'row' : `${count} rows`)

async function writeClipboard(editor: GridEditor): Promise<void> {
  await navigator.clipboard.writeText(copy(editor.get(), editor.deps))
}

async function pasteClipboard(editor: GridEditor): Promise<void> {
  try {
    const text = await navigator.clipboard.readText()
    editor.update((state, deps) => paste(state, text, deps))
  } catch {
    toast.info('The browser does not let the menu read the clipboard. Press Ctrl+V instead.')
  }
}

/** Everything one can do to the selection, in groups. */
function entriesOf(editor: GridEditor, marks: RowMarks): readonly (readonly Entry[])[] {
  const state = editor.get()
  const run = (change: GridChange) => () => editor.update(change)
  const active = activeCell(gridOf(state), selectionOf(state))
  const row = active && rowAt(documentOf(state), active.place)
  const rows = counted(selectedPlaces(gridOf(state), selectionOf(state)).length)
  const copyEntry: Entry = {
    label: 'Copy',
    icon: 'copy',
    keys: 'mod+C',
    run: () => void writeClipboard(editor),
  }
  if (!mayEditActive(state)) return [[copyEntry]]
  const fixes = (row ? marks.problemsOf(row.id) : []).flatMap(({ fix }): Entry[] =>
    fix ? [{ label: fix.label, icon: 'check', run: fix.run }] : [],
  )
  const groups: readonly (readonly Entry[])[] = [
    fixes,
    [
      {
        label: 'Cut',
        icon: 'close',
        keys: 'mod+X',
        run: () => void writeClipboard(editor).then(() => editor.update(cut)),
      },
      copyEntry,
      { label: 'Paste', icon: 'file', keys: 'mod+V', run: () => void pasteClipboard(editor) },
      { label: 'Clear', icon: 'slash', keys: 'Del', run: run((now, deps) => clear(now, deps)) },
    ],
    [
      { label: 'Fill down', icon: 'arrow-down', keys: 'mod+D', run: run(fill) },
      {
        label: `Set ${active?.column.label ?? ''} in ${rows}…`,
        icon: 'edit',
        keys: 'mod+Enter',
        run: run(beginBulk),
      },
    ],
    [
      {
        label: 'Insert above',
        icon: 'plus',
        keys: 'Ins',
        run: run((now, deps) => insert(now, 'above', deps)),
      },
      { label: 'Insert below', icon: 'plus', run: run((now, deps) => insert(now, 'below', deps)) },
      { label: `Duplicate ${rows}`, icon: 'copy', run: run(duplicate) },
    ],
    [
      { label: 'Move up', icon: 'arrow-up', keys: 'alt+↑', run: run((now, deps) => move(now, 'up', deps)) },
      {
        label: 'Move down',
        icon: 'arrow-down',
        keys: 'alt+↓',
        run: run((now, deps) => move(now, 'down', deps)),
      },
    ],
    [
      row?.enabled === false
        ? { label: `Switch ${rows} on`, icon: 'check', run: run((now, deps) => enable(now, true, deps)) }
        : { label: `Switch ${rows} off`, icon: 'slash', run: run((now, deps) => enable(now, false, deps)) },
      { label: `Delete ${rows}`, icon: 'trash', run: run(remove), destructive: true },
    ],
  ]
  return groups.filter((group) => group.length > 0)
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey

/** Opens where it was called: under the pointer, or under the active cell. */
export function GridMenu({ editor, place, marks, onClose }: GridMenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const onKey = (event: KeyboardEvent, menu: HTMLElement): boolean => {
    if (event.key === 'Tab') {
      onClose()
      return true
    }
    return isPlain(event) && walkMenu(menu, event.key)
  }
  return (
    <>
      <span ref={setAnchor} className={styles.menuPlace} style={{ left: place.x, top: place.y }} />
      {anchor ? (
        <Popup
          anchor={anchor}
          side="bottom-start"
          role="menu"
          id={id}
          label="Selection actions"
          onClose={onClose}
          onKey={onKey}
          firstFocus={menuItemSelector}
        >
          {entriesOf(editor, marks).map((group, position) => [
            position > 0 ? <MenuDivider key={`divider ${position}`} /> : null,
            ...group.map(({ label, icon, keys, run, destructive }) => (
              <MenuItem
                key={label}
                icon={icon}
                danger={destructive}
                onSelect={() => {
                  onClose()
                  run()
                }}
              >
                <span className={styles.menuEntry}>
                  {label}
                  {keys ? <Kbd keys={keys} /> : null}
                </span>
              </MenuItem>
            )),
          ])}
        </Popup>
      ) : null}
    </>
  )
}
