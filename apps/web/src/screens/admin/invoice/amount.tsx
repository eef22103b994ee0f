import type { WireMoney } from '@signalbox/model/money/money-schema'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useFormats } from '../../../kit/session/session-store.ts'

/** A figure in the reader's own separators. */
export function Figure({ text }: { readonly text: string }) {
  return <>{formatNumber(text, useFormats())}</>
}

export function Amount({ money }: { readonly money: WireMoney }) {
  return (
    <>
      <Figure text={money.amount} /> {money.currency}
    </>
  )
}
