import { countryOf } from '@signalbox/model/reference/countries'
import { parseMoney } from '@signalbox/model/money/money-text'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import {
  inputProblemCodes,
  inputProblemKey,
  type InputProblemCode,
} from '@signalbox/model/cashier/validate-inputs'
import { mockCountries } from '../merchant/mock-user.ts'
import type { OpenShop } from '../traffic/traffic.ts'
import type { CashierAnswer } from './cashier-api.ts'
import { html, when, type Html } from './html.ts'
import { hasCardFields, type FilledIn } from './method-fields.ts'
import { feeText, methodItem, methodKey, type MethodView } from './method-list.ts'
import { checkPath } from './next-step.ts'
import { pageFrame } from './page-frame.ts'
import { shopWords } from './shop-words.ts'
import { languageTag, shopName, visitPath, type Visit } from './visit.ts'
import { moneyIn, type Words } from './words.ts'

export interface CashierPage {
  readonly visit: Visit
  readonly shops: readonly OpenShop[]
  readonly words: Words
  readonly answer: CashierAnswer
  /** What the browser encrypts cards with. */
  readonly cardKey: string
  /** Of the payment that may be made with this page: it is made once. */
  readonly reference: string
  /** What was sent and refused. */
  readonly sent?: URLSearchParams
  readonly problems: Readonly<Record<string, string>>
  /** Told above everything else. */
  readonly summary?: string
}

export const amountOf = ({ amount, currency }: Pick<Visit, 'amount' | 'currency'>): WireMoney | undefined => {
  const money = parseMoney(amount, currency)
  return money && money.minor > 0n ? toWire(money) : undefined
}

const select = (
  id: string,
  name: string,
  chosen: string,
  options: readonly (readonly [string, string])[],
): Html =>
  html`<select id="${id}" name="${name}">
    ${options.map(
      ([value, label]) =>
        html`<option value="${value}" ${when(value === chosen, 'selected')}>${label}</option>`,
    )}
  </select>`

/** Where the customer comes from and what they pay in: in a real shop it would know. */
function settings({ visit, shops }: CashierPage): Html {
  const said = shopWords(visit.locale)
  const names = new Intl.DisplayNames([languageTag(visit.locale)], { type: 'region' })
  const nameOf = (code: string): string => {
    const country = countryOf(code)
    return country ? (names.of(country.flag.toUpperCase()) ?? country.name) : code
  }
  const { shop, country, currency, customer, locale, direction } = visit
  return html`<details class="settings">
    <summary>${said.settings}</summary>
    <form method="get" action="/cashier">
      <input type="hidden" name="locale" value="${locale}" /><input
        type="hidden"
        name="direction"
        value="${direction}"
      />
      <label for="shop">${said.shop}</label>${select(
        'shop',
        'shop',
        String(shop.merchantId),
        shops.map((each) => [String(each.merchantId), shopName(each)]),
      )} <label for="country">${said.country}</label>${select(
        'country',
        'country',
        country,
        mockCountries.map((code) => [code, nameOf(code)]),
      )} <label for="currency">${said.currency}</label>${select(
        'currency',
        'currency',
        currency,
        shop.currencies.map((code) => [code, code]),
      )} <label for="customer">${said.customer}</label
      ><input
        id="customer"
        name="customer"
        value="${customer}"
        maxlength="40"
        autocomplete="off"
        aria-describedby="customer-help"
      />
      <p class="help" id="customer-help">${said.customerHelp}</p>
      <button class="second">${said.apply}</button>
    </form>
  </details>`
}

function directions({ visit, words }: CashierPage): Html {
  const link = (direction: Visit['direction'], key: string): Html =>
    html`<li>
      <a
        href="${visitPath({ ...visit, method: '' }, { direction })}"
        ${when(visit.direction === direction, 'aria-current="page"')}
        >${words(key)}</a
      >
    </li>`
  return html`<nav class="tabs" aria-label="${shopName(visit.shop)}">
    <ul>
      ${link('DEPOSIT', 'cashier.title.deposit')}${link('WITHDRAWAL', 'cashier.title.withdrawal')}
    </ul>
  </nav>`
}

function amountSection({ visit, words, problems, answer }: CashierPage, chosen: string): Html {
  const offered = answer.methods.find((method) => methodKey(method) === chosen)?.amounts ?? []
  const problem = problems.amount ?? ''
  const money = (wire: WireMoney): string => moneyIn(visit.locale, wire)
  return html`<section class="card amount">
    <label class="legend" for="amount">${words('cashier.amount')}</label>
    <div class="sum">
      <input
        id="amount"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        maxlength="20"
        value="${visit.amount}"
        aria-describedby="amount-problem"
        ${when(problem !== '', 'aria-invalid="true"')}
      /><span aria-hidden="true">${visit.currency}</span>
    </div>
    <p class="problem" id="amount-problem" data-problem>${problem}</p>
    <p class="presets" data-presets>
      ${offered.map(
        (wire) =>
          html`<a
            href="${visitPath(visit, { amount: wire.amount })}"
            data-amount="${wire.amount}"
            ${when(wire.amount === amountOf(visit)?.amount, 'aria-current="true"')}
            >${money(wire)}</a
          >`,
      )}
    </p>
    ${answer.netDeposit && html`<p class="help">${words('cashier.net-deposit', money(answer.netDeposit))}</p>`}
  </section>`
}

function methodSection(page: CashierPage, view: MethodView): Html {
  const { words, answer, problems } = page
  const none = answer.errors.map(({ msg }) => html`<p class="help">${msg}</p>`)
  if (answer.methods.length === 0)
    return html`<section class="card">
      <h2 class="legend">${words('cashier.method')}</h2>
      <p role="status">${words('cashier.method.none')}</p>
      ${none}
    </section>`
  return html`<fieldset class="card methods" aria-describedby="method-problem">
    <legend class="legend">${words('cashier.method')}</legend>
    <p class="problem" id="method-problem" data-problem>${problems.method ?? ''}</p>
    <ul>
      ${answer.methods.map((method, at) => methodItem(view, method, at))}
    </ul>
  </fieldset>`
}

function summaryCard(page: CashierPage, view: MethodView): Html {
  const { visit, words, answer } = page
  const chosen = answer.methods.find((method) => methodKey(method) === view.chosen)
  const amount = amountOf(visit)
  const said = amount ? moneyIn(visit.locale, amount) : ''
  const key = visit.direction === 'DEPOSIT' ? 'cashier.pay' : 'cashier.withdraw'
  return html`<aside class="card summary">
    <h2>${shopName(visit.shop)}</h2>
    <p class="total" data-total>${said}</p>
    <p class="help" data-chosen-fee>${chosen ? feeText(view, chosen.fee) : ''}</p>
    <button class="main" data-pay${when(chosen === undefined, 'disabled')}>
      <span data-pay-text>${words(key, said)}</span>
    </button>
    <p class="help safe">${words('cashier.encrypted')}</p>
  </aside>`
}

/** Every text the script may need for a field, by the key of the message. */
const problemTexts = (words: Words): string =>
  JSON.stringify(
    Object.fromEntries(
      (Object.keys(inputProblemCodes) as InputProblemCode[]).map((code) => [
        inputProblemKey(code),
        // Left open: the script knows the values.
        words(inputProblemKey(code), '{0}'),
      ]),
    ),
  )

/** What was typed is shown again, with what is wrong beside it. */
const filledIn = ({ sent, problems }: CashierPage): FilledIn => ({
  value: (name) => sent?.get(name) ?? '',
  problem: (name) => problems[name] ?? '',
})

/** The first button of the form is what Enter presses: to pay, and not to remove an account. */
const enterPays = html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`

/** Most people pay by card, so its fields are there at once; whoever has an account begins with the first method. */
function firstChosen({ methods }: CashierAnswer): string {
  const open = methods.filter(({ available }) => available)
  const isKnown = open.some(({ accounts }) => accounts.length > 0)
  const first = (isKnown ? undefined : open.find(({ inputs }) => hasCardFields(inputs))) ?? open[0]
  return first ? methodKey(first) : ''
}

export function cashierPage(page: CashierPage): Html {
  const { visit, words, answer, reference, cardKey, summary } = page
  const open = answer.methods.filter(({ available }) => available).map(methodKey)
  const chosen = open.includes(visit.method) ? visit.method : firstChosen(answer)
  const isDeposit = visit.direction === 'DEPOSIT'
  const view: MethodView = {
    words,
    shopWords: shopWords(visit.locale),
    locale: visit.locale,
    filled: filledIn(page),
    chosen,
    mayStore: isDeposit,
  }
  const title = words(isDeposit ? 'cashier.title.deposit' : 'cashier.title.withdrawal')
  const kept = {
    shop: visit.shop.merchantId,
    country: visit.country,
    currency: visit.currency,
    locale: visit.locale,
    customer: visit.customer,
    direction: visit.direction,
    reference,
  }
  return pageFrame({
    locale: visit.locale,
    title,
    name: shopName(visit.shop),
    tools: settings(page),
    inLanguage: (locale) => visitPath(visit, { locale }),
    main: html`${directions(page)}
      <h1>${title}</h1>
      <p class="alert" role="alert" data-alert${when(summary === undefined, 'hidden')}>${summary ?? ''}</p>
      <p data-unknown hidden>
        <button type="button" class="second">${words('cashier.unknown.check')}</button>
      </p>
      <form
        class="cashier"
        method="post"
        action="/cashier/pay"
        novalidate
        data-cashier
        data-card-key="${cardKey}"
        data-problems="${problemTexts(words)}"
        data-amount-problem="${words('cashier.amount.invalid')}"
        data-loading="${words('cashier.loading')}"
        data-lost="${words('cashier.unknown')}"
        data-check="${checkPath(visit, reference)}"
      >
        ${enterPays}${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="steps">${amountSection(page, chosen)}${methodSection(page, view)}</div>
        ${summaryCard(page, view)}
      </form>
      <p class="unseen" role="status" data-say></p>`,
  })
}
