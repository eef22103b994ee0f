import { randomUUID } from 'node:crypto'
import type { HttpExchange } from '@signalbox/server/kit/outbound/http-exchange'
import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import { normalLocale } from '@signalbox/model/messages/message-locale'
import { json, seeOther, text, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { createShopClient, type ShopClient } from '../shop-client.ts'
import type { Places, Traffic } from '../traffic/traffic.ts'
import { cashierApi, isCertain, PlatformRefusal, type CashierApi, type PaymentAnswer } from './cashier-api.ts'
import { amountOf, cashierPage } from './cashier-page.ts'
import { forgeryText, isReference } from './forged-field.ts'
import { html } from './html.ts'
import { checkPath, labelOf, nextFor, receiptPath } from './next-step.ts'
import { notice, pageReply } from './page-frame.ts'
import { payFrom } from './pay.ts'
import { receiptPage } from './receipt-page.ts'
import { formOf, openSentForms, type SentForms } from './sent-forms.ts'
import { shopWords } from './shop-words.ts'
import { stylesheet } from './styles.ts'
import { readVisit, shopName, visitPath, type Visit } from './visit.ts'
import { wordsOf } from './words.ts'

export interface CashierDeps {
  /** Knows where the shops are, once somebody has said so. */
  readonly traffic: Pick<Traffic, 'places'>
  readonly exchange: HttpExchange
  readonly now: () => number
  /** Where this program is reached. */
  readonly origin: () => string
  /** What runs in the browser; nothing where it was not built. */
  readonly script: (() => string | undefined) | undefined
}

/** A shop that is open, and the platform behind it. */
interface Open extends Pick<CashierDeps, 'origin'> {
  readonly places: Places
  readonly api: CashierApi
  readonly forms: SentForms
  readonly platform: string
}

type ShopRequest = SandboxRequest & { readonly said: URLSearchParams }

const localeIn = (said: URLSearchParams): string => normalLocale(said.get('locale') ?? '') ?? 'en'

/** Another site may not pay for somebody who has this page open. Browsers say where a form is from in one way or both. */
const isForeign = ({ method, headers }: SandboxRequest): boolean =>
  method === 'POST' &&
  (!['same-origin', 'none', undefined].includes(headers['sec-fetch-site']) ||
    ![`http://${headers.host}`, undefined].includes(headers.origin))

/** Pages of the demo shop: the merchant's own server in this world, which alone knows the secret of its client. */
export function cashierRoutes(deps: CashierDeps): readonly Route[] {
  let client: { readonly baseUrl: string; readonly shop: ShopClient } | undefined
  const forms = openSentForms()
  const openShop = (): Open | undefined => {
    const places = deps.traffic.places()
    if (!places) return undefined
    const { baseUrl } = places
    if (client?.baseUrl !== baseUrl)
      client = { baseUrl, shop: createShopClient({ exchange: deps.exchange, baseUrl, now: deps.now }) }
    return {
      places,
      api: cashierApi(client.shop),
      forms,
      platform: new URL(baseUrl).origin,
      origin: deps.origin,
    }
  }
  const page = (
    method: 'GET' | 'POST',
    path: string,
    run: (open: Open, asked: ShopRequest) => Promise<Reply>,
  ): Route => ({
    method,
    path,
    run: async (request) => {
      const said = method === 'POST' ? new URLSearchParams(request.body) : request.query
      const locale = localeIn(said)
      const words = shopWords(locale)
      if (isForeign(request)) return tell(request, locale, words.otherSite, 403)
      const open = openShop()
      if (!open) return tell(request, locale, words.noShop, 503)
      try {
        return await run(open, { ...request, param: request.param, said })
      } catch (error) {
        return troubleReply(error, request, locale)
      }
    },
  })
  return [
    page('GET', '/cashier', showCashier),
    page('POST', '/cashier/pay', pay),
    page('POST', '/cashier/account/remove', removeAccount),
    page('GET', '/cashier/receipt/{shop}/{reference}', showReceipt),
    page('POST', '/cashier/cancel/{shop}/{reference}', cancel),
    ...assetRoutes(deps),
  ]
}

function assetRoutes({ script }: CashierDeps): Route[] {
  const asset = (name: string, contentType: string, content?: () => string | undefined): Route => ({
    method: 'GET',
    path: `/cashier/assets/${name}`,
    run: () => {
      const body = content?.()
      return body === undefined
        ? text(404, 'Not built')
        : { status: 200, contentType, body, headers: { 'x-content-type-options': 'nosniff' } }
    },
  })
  return [
    asset('cashier.css', 'text/css; charset=utf-8', () => stylesheet),
    asset('cashier.js', 'text/javascript; charset=utf-8', script),
  ]
}

const wantsJson = ({ headers }: SandboxRequest): boolean =>
  headers.accept?.startsWith('application/json') ?? false

/** One sentence, as it was asked for: to a script or to somebody who reads. */
const tell = (request: SandboxRequest, locale: string, summary: string, status: number): Reply =>
  wantsJson(request) ? json(status, { summary }) : notice(locale, summary, status)

/** With the platform; a mistake of ours has no such message. */
const isTrouble = (error: unknown): boolean =>
  error instanceof PlatformRefusal || (error instanceof Error && error.message !== '')

/** The platform is away or says no. Why it is away is the shop's business. */
function troubleReply(error: unknown, request: SandboxRequest, locale: string): Reply {
  if (!isTrouble(error)) throw error
  const { trouble, unaccepted } = shopWords(locale)
  return isCertain(error) && [400, 422].includes(error.status)
    ? tell(request, locale, fillPlaceholders(unaccepted, [error.reason]), 422)
    : tell(request, locale, trouble, 502)
}

const visitIn = ({ places }: Open, said: URLSearchParams): Visit => {
  const visit = readVisit(places, said)
  if (!visit) throw new Error('The shop has no counter')
  return visit
}

interface Refused {
  readonly sent?: URLSearchParams
  /** Of the form that was sent: it stays the same until it is paid. */
  readonly reference?: string
  readonly problems: Readonly<Record<string, string>>
  readonly summary?: string
}

async function cashierReply(open: Open, visit: Visit, refused: Refused = { problems: {} }): Promise<Reply> {
  const { api, places, platform } = open
  const [answer, messages, cardKey] = await Promise.all([
    api.methods(visit, amountOf(visit)?.amount),
    api.messages(visit),
    api.cardKey(visit.shop),
  ])
  const page = cashierPage({
    visit,
    shops: places.shops,
    words: wordsOf(messages),
    answer,
    cardKey,
    reference: randomUUID(),
    ...refused,
  })
  return pageReply(Object.keys(refused.problems).length > 0 ? 422 : 200, page, platform)
}

function showCashier(open: Open, { said }: ShopRequest): Promise<Reply> {
  const visit = visitIn(open, said)
  const asked = said.get('shop')
  const isElsewhere = asked !== null && asked !== String(visit.shop.merchantId)
  const summary = fillPlaceholders(shopWords(visit.locale).elsewhere, [shopName(visit.shop)])
  return cashierReply(open, visit, { problems: {}, ...(isElsewhere && { summary }) })
}

async function pay(open: Open, asked: ShopRequest): Promise<Reply> {
  const { said: sent } = asked
  const forgery = forgeryText(open.places, sent, localeIn(sent))
  if (forgery !== undefined) return tell(asked, localeIn(sent), forgery, 422)
  const visit = visitIn(open, sent)
  const reference = sent.get('reference') ?? ''
  try {
    return await payOnce(open, asked, visit, reference)
  } catch (error) {
    return unknownReply(error, asked, visit, reference)
  }
}

async function payOnce(open: Open, asked: ShopRequest, visit: Visit, reference: string): Promise<Reply> {
  const { said: sent, headers } = asked
  const words = wordsOf(await open.api.messages(visit))
  const outcome = await payFrom({
    api: open.api,
    forms: open.forms,
    visit,
    words,
    sent,
    reference,
    userAgent: headers['user-agent'] ?? '',
    receiptUrl: `${open.origin()}${receiptPath(visit, reference)}`,
  })
  if ('payment' in outcome) {
    const next = nextFor(visit, words, outcome.payment)
    return wantsJson(asked) ? json(200, next) : seeOther(next.location)
  }
  if (wantsJson(asked)) return json(422, outcome)
  return { ...(await cashierReply(open, visit, { sent, reference, ...outcome })), status: 422 }
}

/** The platform may have taken the payment: whoever sent it can look, and send the same form again. */
function unknownReply(error: unknown, asked: ShopRequest, visit: Visit, reference: string): Reply {
  if (isCertain(error) || !isTrouble(error)) throw error
  const { unknown, check } = shopWords(visit.locale)
  const path = checkPath(visit, reference)
  if (wantsJson(asked)) return json(502, { isUnknown: true, summary: unknown })
  const link = html`<p class="next"><a class="main" data-check href="${path}">${check}</a></p>`
  return notice(visit.locale, unknown, 502, link)
}

async function removeAccount(open: Open, asked: ShopRequest): Promise<Reply> {
  const { said } = asked
  const forgery = forgeryText(open.places, said, localeIn(said), 'reference')
  if (forgery !== undefined) return tell(asked, localeIn(said), forgery, 422)
  const visit = visitIn(open, said)
  const { methods } = await open.api.methods(visit, undefined)
  const wanted = said.get('remove')
  const own = methods.flatMap(({ accounts }) => accounts).find(({ accountId }) => accountId === wanted)
  if (!own) return tell(asked, visit.locale, shopWords(visit.locale).noAccount, 404)
  await open.api.removeAccount(visit.shop, own.accountId)
  return seeOther(visitPath(visit))
}

interface FoundPayment {
  readonly visit: Visit
  readonly payment: PaymentAnswer
}

/** Whoever knows the reference was told it by the shop. */
async function paymentAt(open: Open, { param, query }: ShopRequest): Promise<FoundPayment | undefined> {
  const shop = open.places.shops.find(({ merchantId }) => String(merchantId) === param('shop'))
  if (!shop || !isReference(param('reference'))) return undefined
  const form = formOf(shop, param('reference'))
  // What is on its way at this moment is waited for: nobody is told that it was not received.
  const payment = await open.forms.inTurn(form, () => open.api.find(shop, param('reference')))
  if (!payment) return undefined
  const [customer = '', country = shop.country] = /^(.*)\.([a-z]{3})$/.exec(payment.userId)?.slice(1) ?? [
    payment.userId,
  ]
  const said = new URLSearchParams({
    shop: String(shop.merchantId),
    locale: localeIn(query),
    currency: payment.requestedAmount.currency,
    amount: payment.requestedAmount.amount,
    direction: payment.method,
    customer,
    country: country?.toUpperCase() ?? '',
  })
  return { payment, visit: visitIn(open, said) }
}

/** Whoever looks for a payment that may have been lost is told what to do. */
async function absentText(
  { places, api }: Open,
  { param, query }: ShopRequest,
  locale: string,
): Promise<string> {
  const shop = places.shops.find(({ merchantId }) => String(merchantId) === param('shop'))
  if (!shop || !query.has('check')) return shopWords(locale).notFound
  return wordsOf(await api.messages({ shop, locale }))('cashier.unknown.absent')
}

async function showReceipt(open: Open, asked: ShopRequest): Promise<Reply> {
  const found = await paymentAt(open, asked)
  const locale = localeIn(asked.query)
  if (!found) return tell(asked, locale, await absentText(open, asked, locale), 404)
  const { visit, payment } = found
  const words = wordsOf(await open.api.messages(visit))
  if (wantsJson(asked)) return json(200, nextFor(visit, words, payment))
  const page = receiptPage({
    shop: visit.shop,
    locale,
    words,
    payment,
    methodLabel: labelOf(words, payment.txType),
    here: receiptPath(visit, asked.param('reference')),
    cashier: visitPath(visit),
    // The platform writes the payment into the address it sends people back to.
    isBack: asked.query.has('txId') || asked.query.has('back'),
  })
  return pageReply(200, page, open.platform)
}

async function cancel(open: Open, asked: ShopRequest): Promise<Reply> {
  const found = await paymentAt(open, asked)
  const locale = localeIn(asked.query)
  if (!found) return notice(locale, shopWords(locale).notFound, 404)
  try {
    await open.api.cancel(found.visit.shop, found.payment.txId)
  } catch (error) {
    // Somebody was faster; the receipt says how it stands.
    if (!(error instanceof PlatformRefusal) || error.status >= 500) throw error
  }
  return seeOther(receiptPath(found.visit, asked.param('reference')))
}
