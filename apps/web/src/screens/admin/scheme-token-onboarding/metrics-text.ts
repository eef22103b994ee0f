import { wilson } from '@signalbox/model/analytics/wilson'
import type { TokenMetrics } from '@signalbox/model/calls/scheme-token'
import { fewPayments } from '../../../kit/charts/chart-data.ts'

export interface FigureText {
  readonly value: string | number
  readonly note: string
  /** Of so few that only an interval is told: a bare percentage would be believed. */
  readonly few?: boolean
}

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`

const wholePercent = (share: number): string => String(Math.round(share * 100))

export function approvedText({ sent, approved }: TokenMetrics['token']): FigureText {
  const basis = `${approved} of ${sent} decided attempts`
  if (sent === 0 || sent >= fewPayments) return { value: percent(approved, sent), note: basis }
  const { low, high } = wilson(approved, sent)
  return {
    value: `${wholePercent(low)}–${wholePercent(high)} %`,
    note: `${basis}: few, so the 95 % interval`,
    few: true,
  }
}

const signed = (value: number, digits: number): string =>
  `${value > 0 ? '+' : ''}${value.toFixed(digits).replace('-', '−')}`

const pointsPpm = 10_000

export function upliftText({
  upliftPpm,
  upliftBasis,
}: Pick<TokenMetrics, 'upliftPpm' | 'upliftBasis'>): FigureText {
  if (upliftPpm === null || upliftBasis === null)
    return { value: '–', note: 'No BIN was tried both with token and with card number' }
  const { token, pan, lowPpm, highPpm } = upliftBasis
  const basis = `${token} with token, ${pan} with card number, same BIN mix`
  if (Math.min(token, pan) >= fewPayments)
    return { value: `${signed(upliftPpm / pointsPpm, 1)} points`, note: `Decided attempts: ${basis}` }
  return {
    value: `${signed(Math.round(lowPpm / pointsPpm), 0)} to ${signed(Math.round(highPpm / pointsPpm), 0)} points`,
    note: `Few decided attempts (${basis}), so the 95 % interval`,
    few: true,
  }
}
