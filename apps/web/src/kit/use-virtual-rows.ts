import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect } from 'react'
import { usePrinting } from './use-printing.ts'

/** Rows beyond those on screen are not drawn; blanks of the same height stand for them. */
export function useVirtualRows(
  count: number,
  rowPx: number,
  activeIndex: number,
  scroller: HTMLElement | null,
) {
  const printing = usePrinting()
  const withActive = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      // The row that holds the focus must not vanish, or the focus goes with it.
      return activeIndex >= count || indexes.includes(activeIndex)
        ? indexes
        : [...indexes, activeIndex].toSorted((a, b) => a - b)
    },
    [activeIndex, count],
  )
  // oxlint-disable-next-line react/incompatible-library -- nothing memoises this hook's functions; it draws again itself
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 12,
    rangeExtractor: withActive,
    initialRect: { width: 1200, height: 800 },
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx])
  const drawn = printing
    ? Array.from({ length: count }, (_, index) => index)
    : virtualizer.getVirtualIndexes()
  return { drawn, scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }) }
}
