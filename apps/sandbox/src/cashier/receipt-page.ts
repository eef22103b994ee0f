import { moneyCodec, type WireMoney } from '@signalbox/model/money/money-schema'
import { foldKey } from '@signalbox/model/messages/resolve-message'
import type { OpenShop } from '../traffic/traffic.ts'
import type { PaymentAnswer } from './cashier-api.ts'
import { html, when, type Html } from './html.ts'
import { pageFrame } from './page-frame.ts'
import { shopName } from './visit.ts'
import { dayIn, moneyIn, type Words } from './words.ts'

export interface Receipt {
  readonly shop: OpenShop
  readonly locale: string
  readonly words: Words
  readonly payment: PaymentAnswer
  readonly methodLabel: string
  /** The address of this receipt, and of the cashier to go back to. */
  readonly here: string
  readonly cashier: string
  /** The customer was at the bank and came back: there is nothing left to do there. */
  readonly isBack: boolean
}

const minorOf = (wire: WireMoney): bigint => moneyCodec.parse({ ...wire }).minor

type Tone = 'good' | 'bad' | 'waiting'

const lost: readonly PaymentAnswer['state'][] = ['FAILED', 'CANCELLED', 'INCONSISTENT']

const toneOf = ({ state }: PaymentAnswer): Tone =>
  state === 'SUCCESSFUL' ? 'good' : lost.includes(state) ? 'bad' : 'waiting'

const icons: Readonly<Record<Tone, string>> = {
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M7 7l10 10M17 7L7 17',
  waiting: 'M12 6v6l4 2.5',
}

const icon = (tone: Tone): Html =>
  html`<svg class="state ${tone}" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[tone]}" /></svg>`

function titleOf({ words, payment, locale }: Receipt): string {
  const tone = toneOf(payment)
  if (tone === 'bad') return words('receipt.failed')
  if (payment.method === 'WITHDRAWAL')
    return words('receipt.withdrawal', moneyIn(locale, payment.requestedAmount))
  return words(tone === 'good' ? 'receipt.thanks' : 'receipt.waiting')
}

/** What went wrong in the words of the merchant, else how the payment stands. */
function textOf({ words, payment, isBack }: Receipt): string {
  const state = isBack && payment.state === 'WAITING_INPUT' ? 'PROCESSING' : payment.state
  return payment.errors[0]?.msg ?? words(foldKey(`state.${state}`))
}

type Sums = Readonly<Partial<Record<'requested' | 'amount' | 'fee' | 'total', WireMoney>>>

const isSame = (one: WireMoney, other: WireMoney): boolean =>
  one.amount === other.amount && one.currency === other.currency

/**
 * What reached its end, what it cost, and both together: in a deposit the wallet gets what the PSP took without the fee,
 * in a withdrawal the other way round. What was asked for is told only where it is neither.
 */
function sumsOf(payment: PaymentAnswer): Sums {
  const { requestedAmount: requested, fee, pspAmount, amount: moved, method } = payment
  if (toneOf(payment) === 'bad') return { amount: requested }
  const [amount, total] = method === 'WITHDRAWAL' ? [pspAmount, moved] : [moved, pspAmount]
  const addsUp =
    fee && amount && total && new Set([fee, amount, total].map(({ currency }) => currency)).size === 1
      ? minorOf(amount) + minorOf(fee) === minorOf(total)
      : false
  const shown = addsUp ? { amount, fee, total } : { amount: moved, ...(fee && { fee }) }
  const isTold = Object.values(shown).some((wire) => wire && isSame(wire, requested))
  return { ...(!isTold && { requested }), ...shown }
}

function lines(receipt: Receipt): readonly (readonly [string, string | undefined])[] {
  const { words, payment, shop, locale, methodLabel } = receipt
  const { maskedAccount, txRefId, created, method } = payment
  const { requested, amount, fee, total } = sumsOf(payment)
  const money = (wire: WireMoney | undefined): string | undefined => wire && moneyIn(locale, wire)
  return [
    [words('receipt.requested'), money(requested)],
    [words('receipt.amount'), money(amount)],
    [words('receipt.fee'), money(fee)],
    [words('receipt.total'), money(total)],
    [words('receipt.method'), methodLabel],
    [words('receipt.account'), maskedAccount],
    [
      words('receipt.merchant'),
      method === 'DEPOSIT' && toneOf(payment) !== 'bad' ? shopName(shop) : undefined,
    ],
    [words('receipt.date'), dayIn(locale, created)],
    [words('receipt.reference'), txRefId],
  ]
}

function nextSteps(receipt: Receipt): Html {
  const { payment, words, cashier, here, shop, isBack } = receipt
  const { state, method } = payment
  const redirectOutput = isBack ? undefined : payment.redirectOutput
  const mayCancel = method === 'WITHDRAWAL' && state === 'WAITING_APPROVAL'
  return html`<p class="next">
      ${redirectOutput && html`<a class="main" href="${redirectOutput.url}">${words('cashier.continue')}</a>`}
      <a class="${redirectOutput ? 'second' : 'main'}" href="${cashier}"
        >${toneOf(payment) === 'bad' ? words('cashier.retry') : words('receipt.back', shopName(shop))}</a
      >
      ${state === 'SUCCESSFUL' && html`<button type="button" class="second" data-print hidden>${words('receipt.print')}</button>`}
    </p>
    ${mayCancel && html`<form method="post" data-cancel action="${here.replace('/receipt/', '/cancel/')}"><button class="quiet">${words('cashier.cancel')}</button></form>`}`
}

/** How a payment ended, or stands until it does. */
export function receiptPage(receipt: Receipt): Html {
  const { payment, words, locale, shop, here, isBack } = receipt
  const tone = toneOf(payment)
  const title = titleOf(receipt)
  return pageFrame({
    locale,
    title: words('receipt.title'),
    name: shopName(shop),
    inLanguage: (other) => `${here.split('?')[0]}?locale=${other}${isBack ? '&back=1' : ''}`,
    main: html`<section
      class="card receipt"
      data-receipt
      data-payment="${payment.txId}"
      ${when(tone === 'waiting', 'data-waiting')}
    >
      <div class="outcome" role="status">
        ${icon(tone)}
        <h1>${title}</h1>
        <p>${textOf(receipt)}</p>
        ${payment.messages.map((each) => html`<p class="mono">${each}</p>`)}
      </div>
      <dl>
        ${lines(receipt).map(
          ([name, value]) =>
            value !== undefined &&
            value !== '' &&
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${nextSteps(receipt)}
    </section>`,
  })
}
