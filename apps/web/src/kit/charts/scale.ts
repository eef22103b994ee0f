export interface Scale {
  readonly ticks: readonly number[]
  readonly low: number
  readonly high: number
}

const steps = [1, 2, 2.5, 5, 10]

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 60].map((count) => count * day),
]

/** Round figures that an axis counts by. */
function stepFor(span: number, count: number, isDuration: boolean): number {
  const raw = span / Math.max(1, count)
  const timeStep = isDuration && raw > second / 2 && timeSteps.find((step) => step >= raw * 0.999)
  if (timeStep) return timeStep
  const power = 10 ** Math.floor(Math.log10(raw))
  return (steps.find((step) => step * power >= raw * 0.999) ?? 10) * power
}

/** The axis of some values. A share stays between 0 and 1; what is drawn from a base line starts at 0. */
export function scaleOf(
  values: readonly number[],
  {
    fromZero = false,
    isShare = false,
    isDuration = false,
    count = 4,
  }: { fromZero?: boolean; isShare?: boolean; isDuration?: boolean; count?: number },
): Scale {
  const least = values.length > 0 ? Math.min(...values) : 0
  const most = values.length > 0 ? Math.max(...values) : 1
  const bottom = fromZero ? Math.min(0, least) : least
  const top = fromZero ? Math.max(0, most) : most
  const room = top === bottom ? Math.max(Math.abs(top) * 0.1, isShare ? 0.05 : 1) : 0
  const step = stepFor(top - bottom + 2 * room, count, isDuration)
  const limit = (value: number) => (isShare ? Math.min(1, Math.max(0, value)) : value)
  const low = limit(Math.floor((bottom - (fromZero ? 0 : room)) / step) * step)
  const high = limit(Math.ceil((top + room) / step) * step)
  const ticks: number[] = []
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-6; at += 1)
    ticks.push(Number((at * step).toPrecision(12)))
  return { ticks, low, high: high === low ? low + step : high }
}

export const positionIn = ({ low, high }: Scale, value: number): number => (value - low) / (high - low)

/** Rows whose label an axis of this width has room for, evenly spread. */
export function labelledRows(rows: number, widthPx: number, labelPx: number): number[] {
  const room = Math.max(2, Math.floor(widthPx / labelPx))
  const every = Math.max(1, Math.ceil(rows / room))
  return Array.from({ length: rows }, (_, row) => row).filter((row) => row % every === 0)
}

const [letterPx, capitalPx] = [6.6, 8.8]

/** About as wide as a text is drawn. */
export const textPx = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[A-ZÅÄÖÜMW]/.test(letter) ? capitalPx : letterPx), 0)

/** Cuts a text to a width. */
export function fitText(text: string, widthPx: number): string {
  if (textPx(text) <= widthPx) return text
  let kept = text
  while (kept.length > 1 && textPx(`${kept}…`) > widthPx) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}
