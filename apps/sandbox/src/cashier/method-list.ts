import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { CashierMethod } from './cashier-api.ts'
import { html, when, type Html } from './html.ts'
import { hasCardFields, methodFields, type FilledIn } from './method-fields.ts'
import type { ShopWords } from './shop-words.ts'
import { moneyIn, type Words } from './words.ts'

/** By which a method is chosen: `BANK:IDEAL`. */
export const methodKey = ({ method, service }: Pick<CashierMethod, 'method' | 'service'>): string =>
  service === null ? method : `${method}:${service}`

export interface MethodView {
  readonly words: Words
  readonly shopWords: ShopWords
  readonly locale: string
  readonly filled: FilledIn
  readonly chosen: string
  /** A deposit: what is typed in may be kept for the next one. */
  readonly mayStore: boolean
}

export function limitsText(
  { words, locale }: Pick<MethodView, 'words' | 'locale'>,
  limits: CashierMethod['limits'],
) {
  const text = (money: WireMoney): string => moneyIn(locale, money)
  const { min, max } = limits
  if (min && max) return words('cashier.amount.limits', text(min), text(max))
  if (min) return words('cashier.amount.min', text(min))
  return max ? words('cashier.amount.max', text(max)) : ''
}

const isNothing = ({ amount }: WireMoney): boolean => /^[0.]*$/.test(amount)

export const feeText = (
  { words, locale }: Pick<MethodView, 'words' | 'locale'>,
  fee: WireMoney | null,
): string =>
  fee === null ? '' : isNothing(fee) ? words('cashier.fee.none') : words('cashier.fee', moneyIn(locale, fee))

function whyNot({ words }: MethodView, { unavailableReason, maintenanceInfo }: CashierMethod): string {
  if (unavailableReason === 'LIMIT_REACHED') return words('cashier.method.limit-reached')
  return maintenanceInfo?.message ?? words('cashier.method.unavailable')
}

/** What changes with the amount; the script puts the newer one in its place. */
const quote = (view: MethodView, method: CashierMethod): Html =>
  html`<span class="quote" data-quote
    >${
      method.available
        ? html`<span data-fee>${feeText(view, method.fee)}</span
            ><span class="limits">${limitsText(view, method.limits)}</span>`
        : html`<span class="closed">${whyNot(view, method)}</span>`
    }</span
  >`

function accountsOf(view: MethodView, method: CashierMethod, id: string): Html | false {
  const { words, filled } = view
  const { accounts } = method
  if (accounts.length === 0) return false
  const name = `${methodKey(method)}/account`
  const wanted = filled.value(name)
  const chosen = accounts.some(({ accountId }) => accountId === wanted) ? wanted : accounts[0]?.accountId
  const line = (value: string, at: string, what: Html, beside?: Html): Html =>
    html`<li>
      <label for="${id}-${at}"
        ><input
          type="radio"
          id="${id}-${at}"
          name="${name}"
          value="${value}"
          ${when(value === '', 'data-new')}${when(value === chosen, 'checked')}
        /><span>${what}</span></label
      >
      ${beside}
    </li>`
  return html`<fieldset class="accounts">
    <legend>${words('cashier.account')}</legend>
    <ul>
      ${accounts.map((account, at) =>
        line(account.accountId, `account-${at}`, savedAccount(words, account), removeButton(words, account)),
      )}${line('', 'new', html`${words('cashier.account.new')}`)}
    </ul>
  </fieldset>`
}

type SavedAccount = CashierMethod['accounts'][number]

const savedAccount = (words: Words, { maskedAccount, expiry }: SavedAccount): Html =>
  html`<span class="mono">${maskedAccount}</span>
    ${expiry !== null && html`<span class="optional">${words('cashier.account.expires', expiry)}</span>`}`

const removeButton = (words: Words, { accountId, maskedAccount }: SavedAccount): Html =>
  html`<button
    class="quiet"
    name="remove"
    value="${accountId}"
    formaction="/cashier/account/remove"
    aria-label="${words('cashier.account.remove')} ${maskedAccount}"
  >
    ${words('cashier.account.remove')}
  </button>`

const triedCards = [
  ['4111 1111 1111 1111', 'approved'],
  ['4000 0027 6000 3184', 'challenge'],
  ['4000 0000 0000 9995', 'noFunds'],
  ['4000 0000 0000 0002', 'refused'],
] as const

const cardsToTry = ({ shopWords }: MethodView): Html =>
  html`<details class="try">
    <summary>${shopWords.tryCards}</summary>
    <ul>
      ${triedCards.map(
        ([pan, what]) =>
          html`<li>
            <span class="mono">${pan}</span> <span>${shopWords[what]}</span>
            <button type="button" class="quiet" data-try="${pan}" aria-label="${shopWords.copy} ${pan}">
              ${shopWords.copy}
            </button>
          </li>`,
      )}
    </ul>
    <p>${shopWords.tryHelp}</p>
  </details>`

function newAccount(view: MethodView, method: CashierMethod, id: string): Html {
  const { words, filled, mayStore } = view
  const key = methodKey(method)
  const isCard = hasCardFields(method.inputs)
  const store = `${key}/store`
  return html`<div class="new">
    <div class="fields">${methodFields(key, method.inputs, { words, filled, id })}</div>
    ${isCard && html`<input type="hidden" name="${key}/encryptedCard" data-encrypted /><noscript><p class="problem">${words('cashier.script')}</p></noscript>`}
    ${mayStore && method.inputs.length > 0 && html`<label class="store"><input type="checkbox" name="${store}" value="1" ${when(filled.value(store) !== '', 'checked')} /><span>${words('cashier.account.save')}</span></label>`}
    ${isCard && cardsToTry(view)}
  </div>`
}

/** One method, which opens when it is chosen. */
export function methodItem(view: MethodView, method: CashierMethod, at: number): Html {
  const key = methodKey(method)
  const id = `method-${at}`
  return html`<li class="method" data-method="${key}">
    <label class="choice" for="${id}"
      ><input
        type="radio"
        id="${id}"
        name="method"
        value="${key}"
        ${when(key === view.chosen, 'checked')}${when(!method.available, 'disabled')}
      />
      <img class="logo" src="${method.logo}" alt="" width="56" height="36" /><span class="name"
        >${method.label}</span
      >${quote(view, method)}</label
    >
    ${method.available && html`<div class="panel" data-inputs="${JSON.stringify(method.inputs)}">${accountsOf(view, method, id)}${newAccount(view, method, id)}</div>`}
  </li>`
}
