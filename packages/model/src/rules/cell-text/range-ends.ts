/** The two ends of a range as texts, before anybody asks what they are. */
export interface Ends {
  readonly min?: string
  readonly max?: string
  readonly minInclusive: boolean
  readonly maxInclusive: boolean
}

const inclusive = { minInclusive: true, maxInclusive: true }

const comparisons: readonly (readonly [sign: string, ends: (text: string) => Ends])[] = [
  ['>=', (min) => ({ ...inclusive, min })],
  ['≥', (min) => ({ ...inclusive, min })],
  ['<=', (max) => ({ ...inclusive, max })],
  ['≤', (max) => ({ ...inclusive, max })],
  ['>', (min) => ({ ...inclusive, min, minInclusive: false })],
  ['<', (max) => ({ ...inclusive, max, maxInclusive: false })],
  ['=', (both) => ({ ...inclusive, min: both, max: both })],
]

/** `>= a`, `a..b`, `a<..<b`, `a..`; undefined when the text has no sign of a range. */
export function splitRange(text: string): Ends | undefined {
  const comparison = comparisons.find(([sign]) => text.startsWith(sign))
  if (comparison) return comparison[1](text.slice(comparison[0].length).trim())
  const dots = text.indexOf('..')
  if (dots < 0) return undefined
  const [before, after] = [text.slice(0, dots), text.slice(dots + 2)]
  const minInclusive = !before.endsWith('<')
  const maxInclusive = !after.startsWith('<')
  const min = (minInclusive ? before : before.slice(0, -1)).trim()
  const max = (maxInclusive ? after : after.slice(1)).trim()
  return { minInclusive, maxInclusive, ...(min !== '' && { min }), ...(max !== '' && { max }) }
}

/** The way back. A range between amounts of several currencies needs room around its sign to be read. */
export function endsText({ min, max, minInclusive, maxInclusive }: Ends, room = ''): string {
  if (min === undefined) return `${maxInclusive ? '<=' : '<'} ${max ?? ''}`
  if (max === undefined) return `${minInclusive ? '>=' : '>'} ${min}`
  return `${min}${room}${minInclusive ? '' : '<'}..${maxInclusive ? '' : '<'}${room}${max}`
}
