/** With it a drawing shrinks to the width of the paper it is printed on; without, what is beyond the edge is lost. */
export const viewBoxOf = (widthPx: number, heightPx: number): string => `0 0 ${widthPx} ${heightPx}`

export const barRowPx = 30
export const funnelRowPx = 46
export const heatHeadPx = 22
export const heatRowPx = 28

/** Of one of small multiples, with the gap around it. */
export const multipleTilePx = 116
export const multipleGapPx = 24
const multipleLeastPx = 200

export const multiplesPerRow = (widthPx: number): number => Math.max(1, Math.floor(widthPx / multipleLeastPx))

export const multiplesHeight = (columns: number, widthPx: number): number =>
  Math.ceil(columns / multiplesPerRow(widthPx)) * (multipleTilePx + multipleGapPx)
