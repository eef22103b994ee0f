import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One rate of a day as it is published: units of `to` for one of `from`. */
export interface RateLine {
  readonly from: string
  readonly to: string
  readonly buy: string
  readonly sell: string
}

/** `undefined` when there are none for the day, on a holiday or because they are not there yet. */
export type RateSource = (day: string) => Promise<readonly RateLine[] | undefined>

const decimal = /^\d{1,10}(?:\.\d{1,8})?$/
const currency = /^[A-Z]{3,5}$/

/** Lines of `date;from;to;buy;sell`. A file with a line that is none of these is refused whole. */
export function readRateFile(text: string, day: string): RateLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line, no) => line !== '' && !(no === 0 && line.toLowerCase().startsWith('date;')))
    .map((line, no) => {
      const [date = '', from = '', to = '', buy = '', sell = '', ...rest] = line.split(';')
      const isRate =
        decimal.test(buy) && decimal.test(sell) && Number(sell) > 0 && Number(buy) >= Number(sell)
      if (date !== day || !currency.test(from) || !currency.test(to) || !isRate || rest.length > 0)
        throw new Error(
          `Line ${no + 1} of the rates of ${day} is not "date;from;to;buy;sell": ${line.slice(0, 80)}`,
        )
      return { from, to, buy, sell }
    })
}

/** Reads `2026-02-03.csv` where somebody puts it. */
export const rateFiles =
  (folder: string): RateSource =>
  async (day) => {
    try {
      return readRateFile(await readFile(join(folder, `${day}.csv`), 'utf8'), day)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
