const fields = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12 },
  { name: 'day of the week', least: 0, most: 7 },
] as const

const part = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/

function isPart(text: string, least: number, most: number): boolean {
  const match = part.exec(text)
  if (!match) return false
  const [, first = String(least), last = first, step = '1'] = match
  const [from, to] = [Number(first), Number(last)]
  return least <= from && from <= to && to <= most && Number(step) >= 1
}

/** The name of the first field that is wrong in a schedule of five fields; undefined when it is sound. */
export function wrongCronField(text: string): string | undefined {
  const given = text.trim().split(/\s+/)
  if (given.length !== fields.length) return 'number of fields'
  return fields.find(({ least, most }, index) =>
    (given[index] ?? '').split(',').some((item) => !isPart(item, least, most)),
  )?.name
}
