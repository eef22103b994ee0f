import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RateService } from '@signalbox/model/money/rate-services'
import { readEcbCsv, readEcbXml } from './ecb-rates.ts'

/** One rate of a day as it is published: units of `to` for one of `from`. */
export interface RateLine {
  readonly from: string
  readonly to: string
  readonly buy: string
  readonly sell: string
}

/** The rates of one service, by day. */
interface PublishedRates {
  readonly service: RateService
  readonly days: ReadonlyMap<string, readonly RateLine[]>
}

interface RatesFound {
  readonly published: readonly PublishedRates[]
  /** Files that could not be read, with the reason. */
  readonly problems: readonly string[]
}

/** What is published for these days; a day is missing on a holiday or because its rates are not there yet. */
export type RateSource = (days: readonly string[]) => Promise<RatesFound>

const decimal = /^\d{1,10}(?:\.\d{1,8})?$/
const currency = /^[A-Z]{3,5}$/
const dayText = /^\d{4}-\d\d-\d\d$/

/** Lines of `date;from;to;buy;sell`. A file with a line that is none of these is refused whole. */
export function readRateFile(text: string): Map<string, RateLine[]> {
  const days = new Map<string, RateLine[]>()
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  for (const [index, line] of lines.entries()) {
    if (line === '' || (index === 0 && line.toLowerCase().startsWith('date;'))) continue
    const [date = '', from = '', to = '', buy = '', sell = '', ...rest] = line.split(';')
    const isRate = decimal.test(buy) && decimal.test(sell) && Number(sell) > 0 && Number(buy) >= Number(sell)
    if (!dayText.test(date) || !currency.test(from) || !currency.test(to) || !isRate || rest.length > 0)
      throw new Error(`Line ${index + 1} is not "date;from;to;buy;sell": ${line.slice(0, 80)}`)
    days.set(date, [...(days.get(date) ?? []), { from, to, buy, sell }])
  }
  return days
}

/** By what stands in it, not by its name: people rename files. */
function readPublished(text: string): PublishedRates {
  const begin = text.trimStart().slice(0, 200)
  if (begin.startsWith('<')) return { service: 'ECB', days: readEcbXml(text) }
  if (/^date\s*,/i.test(begin)) return { service: 'ECB', days: readEcbCsv(text) }
  return { service: 'fx-file', days: readRateFile(text) }
}

const isRateFile = (name: string): boolean => /\.(?:csv|xml)$/i.test(name) && !name.startsWith('.')
const largestBytes = 8_000_000
const mostFiles = 200

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(isRateFile).sort().slice(-mostFiles)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Reads what somebody puts into a folder: our own lines, or the files the European Central Bank publishes. */
export const rateFiles =
  (folder: string): RateSource =>
  async (days) => {
    const wanted = new Set(days)
    const published: PublishedRates[] = []
    const problems: string[] = []
    for (const name of await namesIn(folder)) {
      try {
        const path = join(folder, name)
        if ((await stat(path)).size > largestBytes) throw new Error('The file is too large')
        const rates = readPublished(await readFile(path, 'utf8'))
        published.push({ ...rates, days: new Map([...rates.days].filter(([day]) => wanted.has(day))) })
      } catch (error) {
        problems.push(`${name}: ${(error as Error).message}`)
      }
    }
    return { published, problems }
  }

/** Several sources as one. */
export const together =
  (...sources: readonly RateSource[]): RateSource =>
  async (days) => {
    const found = await Promise.all(sources.map((source) => source(days)))
    return {
      published: found.flatMap(({ published }) => published),
      problems: found.flatMap(({ problems }) => problems),
    }
  }
