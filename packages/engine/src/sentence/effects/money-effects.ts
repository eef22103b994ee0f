import { amountRangeText } from '../bounds.ts'
import { joined, words } from '../lists.ts'
import type { OutputReader } from '../output-reader.ts'
import { amountsText, countText, durationText } from '../quantities.ts'
import type { Effect } from './effect.ts'

/** `a 1 % margin`, `an 8 % margin`. */
const article = (text: string): string => (/^-?(?:8|1[18](?!\d))/.test(text) ? 'an' : 'a')

const isZero = (amounts: Readonly<Record<string, string>>): boolean =>
  Object.values(amounts).every((minor) => /^0+$/.test(minor))

/** `2.5 % (at least 1.00 EUR, at most 5.00 EUR)`; `undefined` when it is nothing. */
function priceText(outputs: OutputReader): string | undefined {
  const { formats } = outputs
  const ppm = outputs.number('percentageFee')
  const percentage = ppm ? outputs.text('percentageFee') : undefined
  const fixedAmounts = outputs.amounts('fixedFee')
  const fixed = fixedAmounts && !isZero(fixedAmounts) ? amountsText(fixedAmounts, formats) : undefined
  const combine = outputs.choice('combine')
  const bounds = (['feeMin', 'feeMax'] as const).flatMap((key) => {
    const amounts = outputs.amounts(key)
    return amounts ? [`${key === 'feeMin' ? 'at least' : 'at most'} ${amountsText(amounts, formats)}`] : []
  })
  const price =
    percentage && fixed
      ? combine === 'SUM'
        ? `${percentage} plus ${fixed}`
        : `the higher of ${percentage} and ${fixed}`
      : (percentage ?? fixed)
  const bracket = bounds.length > 0 ? `(${bounds.join(', ')})` : undefined
  if (!price && bracket) return bounds.join(' and ')
  return price && words(price, bracket)
}

export const fee: Effect = (outputs) => {
  const { formats } = outputs
  const price = priceText(outputs)
  const placed = outputs.choice('mode') === 'DEDUCTED' ? 'deducted from the amount' : 'on top of the amount'
  const toMerchant = outputs.choice('billTo') === 'MERCHANT'
  const freeCount = outputs.number('freeCount')
  const freeDays = outputs.number('freeDays')
  const charged = toMerchant ? `bill the merchant a fee of ${price}` : `charge a fee of ${price} ${placed}`
  return [
    price ? charged : 'charge no fee',
    freeCount !== undefined &&
      words(
        `leave the first ${freeCount === 1 ? 'one' : freeCount}`,
        freeDays !== undefined && `in ${durationText(freeDays, 'DAY', formats)}`,
        'free',
      ),
    freeCount === undefined &&
      freeDays !== undefined &&
      `count free ones over ${durationText(freeDays, 'DAY', formats)}`,
    outputs.isTrue('nextFree') && 'leave the next one free after each that was charged',
  ]
}

const components: Readonly<Record<string, string>> = {
  ACQUIRER: 'an acquirer fee',
  SCHEME: 'a scheme fee',
  INTERCHANGE: 'an interchange fee',
  GATEWAY: 'a gateway fee',
  FX: 'an exchange fee',
  KICKBACK: 'a kickback',
}

export const providerFee: Effect = (outputs) => {
  const component = components[outputs.choice('component') ?? ''] ?? 'a fee'
  const onAttempt = outputs.choice('chargeOn') === 'ATTEMPT'
  return [
    `count ${component} of ${priceText(outputs) ?? 'nothing'} ${onAttempt ? 'on every attempt' : 'on success'}`,
  ]
}

export const limit: Effect = (outputs) => {
  const { formats } = outputs
  const range = amountRangeText(
    {
      fact: 'amount',
      kind: 'amounts',
      least: outputs.amounts('min'),
      leastInclusive: true,
      greatest: outputs.amounts('max'),
      greatestInclusive: true,
      converts: false,
    },
    formats,
  )
  const step = outputs.amounts('step')
  return [
    outputs.isTrue('useAttributeLimits') && 'use the limits the merchant sent for the account',
    range && `allow amounts ${range.startsWith('at ') ? 'of ' : ''}${range}`,
    step && `take only multiples of ${amountsText(step, formats)}`,
  ]
}

const periods: Readonly<Record<string, string>> = { DAY: 'a day', WEEK: 'a week', MONTH: 'a month' }

const reasons: Readonly<Record<string, string>> = {
  KYC_TIER: 'because of the KYC tier',
  AML: 'against money laundering',
  RESPONSIBLE_GAMING: 'for responsible gaming',
  COMMERCIAL: 'for commercial reasons',
}

export const periodLimit: Effect = (outputs) => {
  const { formats } = outputs
  const maxSum = outputs.amounts('maxSum')
  const maxCount = outputs.number('maxCount')
  const most = [
    ...(maxSum ? [amountsText(maxSum, formats)] : []),
    ...(maxCount === undefined ? [] : [countText(maxCount, 'payment', formats)]),
  ]
  const hours = outputs.number('rollingHours')
  const window = outputs.choice('window')
  const period =
    window === 'ROLLING' || hours !== undefined
      ? `in any ${durationText(hours ?? 24, 'HOUR', formats)}`
      : (periods[window ?? ''] ?? '')
  return [
    words(
      `limit each ${outputs.choice('scope') === 'ACCOUNT' ? 'account' : 'user'} to`,
      joined(most, 'and'),
      period,
      reasons[outputs.chosen('reason') ?? ''],
    ),
    outputs.isTrue('net') && 'count deposits less withdrawals',
  ]
}

const roundings: Readonly<Record<string, string>> = {
  HALF_UP: 'round half up',
  HALF_EVEN: 'round half to even',
  DOWN: 'round down',
  UP: 'round up',
}

export const forex: Effect = (outputs) => {
  const margin = outputs.number('marginPct') ?? 0
  const marginText = outputs.text('marginPct')?.replace(/^-/, '') ?? ''
  const service = outputs.chosen('rateService')
  return [
    words(
      'convert to',
      outputs.chosen('toCurrency') ?? '…',
      service && service !== 'ACTIVE' && `at the rates of ${outputs.text('rateService')}`,
    ),
    margin !== 0 && `${margin > 0 ? 'add' : 'give away'} ${article(marginText)} ${marginText} margin`,
    outputs.isTrue('roundToInteger') && 'round to whole units',
    roundings[outputs.chosen('rounding') ?? ''],
  ]
}

export const vat: Effect = (outputs) => {
  const tax = outputs.choice('component') ?? 'VAT'
  const ppm = outputs.number('ratePct') ?? 0
  const rate = outputs.text('ratePct') ?? '0 %'
  const code = outputs.text('taxCode')
  const modes: Readonly<Record<string, string>> = {
    EXCLUSIVE: `add ${rate} ${tax} on top of the price`,
    INCLUSIVE: `count ${rate} ${tax} included in the price`,
    REVERSE_CHARGE: words(`leave the ${tax} to the buyer (reverse charge`, ppm !== 0 && `of ${rate}`) + ')',
    EXEMPT: words(`treat ${outputs.them} as exempt from ${tax}`, ppm !== 0 && `though the rate is ${rate}`),
  }
  return [modes[outputs.choice('mode') ?? ''] ?? '…', code && `book it with the tax code ${code}`]
}
