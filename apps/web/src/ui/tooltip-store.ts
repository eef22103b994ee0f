import type { ReactNode } from 'react'

/** Delays of everything that pops up under the pointer. */
export const popupDelaysMs = { open: 50, leave: 70, hoverableClose: 300 } as const

export interface ShownTooltip {
  readonly anchor: Element
  readonly content: ReactNode
  readonly id: string
  readonly hoverable: boolean
}

let shown: ShownTooltip | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function change(next: ShownTooltip | null): void {
  shown = next
  for (const listener of listeners) listener()
}

function later(delayMs: number, run: () => void): void {
  clearTimeout(timer)
  timer = setTimeout(run, delayMs)
}

/** At most one tooltip is on the screen, so a thousand cells that could show one cost nothing. */
export const tooltipStore = {
  current: () => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  open(tooltip: ShownTooltip): void {
    later(popupDelaysMs.open, () => change(tooltip))
  },
  openNow(tooltip: ShownTooltip): void {
    clearTimeout(timer)
    change(tooltip)
  },
  leave(): void {
    later(shown?.hoverable ? popupDelaysMs.hoverableClose : popupDelaysMs.leave, () => change(null))
  },
  stay(): void {
    clearTimeout(timer)
  },
  close(): void {
    clearTimeout(timer)
    if (shown) change(null)
  },
}
