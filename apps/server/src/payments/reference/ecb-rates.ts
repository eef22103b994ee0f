import type { RateLine } from './rate-source.ts'

/** The European Central Bank publishes reference rates: units for one euro, the same whichever way money goes. */
const line = (to: string, rate: string): RateLine => ({ from: 'EUR', to, buy: rate, sell: rate })

const rateText = /^\d{1,10}(?:\.\d{1,8})?$/
const currencyText = /^[A-Z]{3}$/
const dayText = /^\d{4}-\d\d-\d\d$/

type Days = Map<string, RateLine[]>

function checked(to: string, rate: string, where: string): RateLine {
  if (!currencyText.test(to) || !rateText.test(rate) || Number(rate) <= 0)
    throw new Error(`${where}: "${to} ${rate}" is not a rate`.slice(0, 120))
  return line(to, rate)
}

const attributesOf = (tag: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...tag.matchAll(/(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)")/g)].map(([, name = '', single, double]) => [
      name,
      single ?? double ?? '',
    ]),
  )

/**
 * `eurofxref-daily.xml` and its longer siblings: a `Cube` with a day, in it one per currency. Only these tags are looked
 * at, so that nothing else a file may hold, such as entities, has any effect.
 */
export function readEcbXml(text: string): Days {
  const days: Days = new Map()
  let day: string | undefined
  for (const [tag] of text.matchAll(/<Cube\b[^>]*>/g)) {
    const { time, currency, rate } = attributesOf(tag)
    if (time !== undefined) {
      if (!dayText.test(time)) throw new Error(`"${time}" is not a day`.slice(0, 80))
      day = time
      days.set(day, [])
    } else if (currency !== undefined) {
      if (day === undefined) throw new Error('A rate stands before the first day')
      days.get(day)?.push(checked(currency, rate ?? '', day))
    }
  }
  if (days.size === 0) throw new Error('There are no rates of the European Central Bank in the file')
  return days
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `03 February 2026` in the daily file, `2026-02-03` in the historical one. */
function readDay(text: string): string | undefined {
  if (dayText.test(text)) return text
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? []
  const monthNo = months.indexOf(month) + 1
  return monthNo === 0 ? undefined : `${year}-${String(monthNo).padStart(2, '0')}-${day.padStart(2, '0')}`
}

const cellsOf = (row: string): string[] => row.split(',').map((cell) => cell.trim())

/** `eurofxref.csv` and `eurofxref-hist.csv`: a column per currency, a line per day, `N/A` where there was none. */
export function readEcbCsv(text: string): Days {
  const [header = '', ...rows] = text.split(/\r?\n/).filter((row) => row.trim() !== '')
  const [, ...currencies] = cellsOf(header)
  const days: Days = new Map()
  for (const [index, row] of rows.entries()) {
    const [first = '', ...rates] = cellsOf(row)
    const day = readDay(first)
    if (day === undefined) throw new Error(`Line ${index + 2}: "${first.slice(0, 40)}" is not a day`)
    const known = rates.flatMap((rate, column) => {
      const currency = currencies[column] ?? ''
      return rate === '' || rate === 'N/A' ? [] : [checked(currency, rate, `Line ${index + 2}`)]
    })
    days.set(day, known)
  }
  if (days.size === 0) throw new Error('There are no rates of the European Central Bank in the file')
  return days
}
