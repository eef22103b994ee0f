import type { WidgetId } from '@signalbox/model/calls/home'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { columnsIn, usualHeight } from './card-columns.ts'

/** The cards of last time and how high they were, so that what loads has the shape of what will come. */
const key = 'bo:home-cards'

interface Remembered {
  readonly columns: number
  readonly heights: Readonly<Record<string, number>>
}

const isHeights = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every((px) => typeof px === 'number')

function read(): Remembered | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('columns' in stored) || !('heights' in stored))
      return null
    const { columns, heights } = stored
    return typeof columns === 'number' && isHeights(heights) ? { columns, heights } : null
  } catch {
    return null
  }
}

function write(remembered: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(remembered))
  } catch {
    // Cards then begin with their usual height.
  }
}

/** Height of a card before anything is in it. In columns of another width it would be another one. */
export function expectedHeight(id: WidgetId, columns: number): number {
  const remembered = read()
  return (remembered?.columns === columns ? remembered.heights[id] : undefined) ?? usualHeight(id)
}

export function rememberHeights(columns: number, heights: Readonly<Record<string, number>>): void {
  const before = read()
  write({ columns, heights: before?.columns === columns ? { ...before.heights, ...heights } : heights })
}

/** As many columns as fit into the element, known before anything is painted. */
export function useColumnCount() {
  const ref = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(1)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setCount(columnsIn(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, count }
}

const longestHoldMs = 2000

/** While something is still to come, what stands below it waits, so that it need not move; but not for long. */
export function useHoldWhileLoading(isLoading: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setOver(true), longestHoldMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading && !isOver
}
