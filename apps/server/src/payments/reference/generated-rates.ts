import { createHash } from 'node:crypto'
import type { RateLine, RateSource } from './rate-source.ts'

// Units for one euro, about as they were; only the demo platform and its sandbox go by them.
const mids = `
AED 4.2900 AUD 1.7600 BGN 1.95583 BRL 6.2500 CAD 1.6200 CHF 0.9350 CLP 1105 CZK 24.40 DKK 7.4640 GBP 0.8720
HKD 9.0900 HUF 388.50 IDR 19350 ILS 3.8500 INR 103.20 ISK 142.80 JPY 178.40 KRW 1685 KWD 0.35850 MXN 21.60
MYR 4.8800 NOK 11.7800 NZD 2.0300 PHP 68.40 PLN 4.2550 QAR 4.2550 RON 5.0880 SEK 11.0600 SGD 1.5120 THB 37.90
TND 3.4150 TRY 49.20 UAH 48.90 USD 1.1680 ZAR 20.20`

const currencies = [...mids.matchAll(/([A-Z]{3}) ([\d.]+)/g)].map(([, code = '', mid = '']) => ({
  code,
  mid,
}))

const scale = 8
const million = 1_000_000n
/** How far a rate strays from where it began, and what lies between buying and selling, in parts per million. */
const widestPpm = 12_000
const spreadPpm = 4_000n

const toUnits = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

const toText = (units: bigint): string => {
  const digits = units.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The same for everybody who asks for the day, and near that of the day before: two slow waves and a little noise. */
function driftPpm(code: string, day: string): bigint {
  const bytes = createHash('sha256').update(code).digest()
  const dayNo = Date.parse(day) / 86_400_000
  const wave = (byte: number, period: number) =>
    Math.sin(((dayNo + (bytes[byte] ?? 0)) / period) * 2 * Math.PI)
  const noise = (createHash('sha256').update(`${code} ${day}`).digest()[0] ?? 0) / 255 - 0.5
  return BigInt(Math.round(widestPpm * (0.6 * wave(0, 47) + 0.3 * wave(1, 13) + 0.2 * noise)))
}

const midOf = (code: string, mid: string, day: string): bigint =>
  (toUnits(mid) * (million + driftPpm(code, day))) / million

/** Rates of a day that nobody publishes. */
export function generatedRates(day: string): RateLine[] {
  return currencies.map(({ code, mid }) => {
    const today = midOf(code, mid, day)
    const spread = (today * spreadPpm) / million
    return { from: 'EUR', to: code, buy: toText(today + spread), sell: toText(today - spread) }
  })
}

/** Currencies the European Central Bank publishes, among those that are generated. */
const ofCentralBank = new Set(
  'AUD BRL CAD CHF CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  ),
)

const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The same day as the central bank would publish it: the middle, with four decimals, and nothing at weekends. */
export function generatedReferenceRates(day: string): RateLine[] {
  if (!isWorkday(day)) return []
  const decimals = 4
  return currencies
    .filter(({ code }) => ofCentralBank.has(code))
    .map(({ code, mid }) => {
      const rate = toText(midOf(code, mid, day)).slice(0, decimals - scale)
      return { from: 'EUR', to: code, buy: rate, sell: rate }
    })
}

/** What the demo platform imports from nobody. */
export const generatedSource: RateSource = (days) => {
  const byDay = (ratesOf: (day: string) => RateLine[]) => new Map(days.map((day) => [day, ratesOf(day)]))
  return Promise.resolve({
    published: [
      { service: 'fx-file', days: byDay(generatedRates) },
      { service: 'ECB', days: byDay(generatedReferenceRates) },
    ],
    problems: [],
  })
}
