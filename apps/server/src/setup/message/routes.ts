import { messageCalls } from '@signalbox/model/calls/message'
import { messageLocales } from '@signalbox/model/messages/message-locale'
import { failedPaymentKeys, messageHtml, userTextOf } from '@signalbox/model/messages/resolve-message'
import { statusCodesNamed } from '@signalbox/model/reference/status-codes'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { exportMessages, importMessages, previewMessages } from './file.ts'
import { localeFallback, messageCatalogue } from './read-model.ts'
import {
  addLocale,
  listLocales,
  messages,
  missingTranslations,
  requireLocale,
  saveKey,
  textsOfKey,
} from './service.ts'

const asWork = (work: unknown) => work as Work

type Sample = NonNullable<(typeof messageCalls.preview)['_types']>['body']

/** The user of the sample reads what the user of such a payment reads. */
async function previewText(work: Work, { statusCode, locale: given, ...sample }: Sample) {
  const locale = requireLocale(given)
  const [status] = statusCodesNamed(statusCode)
  if (!status) throw new Refusal('NOT_FOUND')
  const payment = { ...sample, statusNo: status.no, reference: '1234567890' }
  const { selected: merchantId } = work.scope
  const fallback = await localeFallback(work.tx, merchantId)
  const [keys, locales] = [failedPaymentKeys(payment), messageLocales(locale, fallback)]
  const catalogue = await messageCatalogue(work.tx, { merchantId, keys, locales })
  const { text, source } = userTextOf(catalogue, payment, locale, fallback)
  return { text, html: messageHtml(text), source, keys, locales: [...locales] }
}

/** Files of messages have a form of their own. */
const own = new Set<string>([
  messageCalls.export.key,
  messageCalls.importPreview.key,
  messageCalls.importCommit.key,
])

export const handlers = (): Handler[] => [
  ...resourceHandlers(messages).filter(({ endpoint }) => !own.has(endpoint.key)),
  handle(messageCalls.export, (work) => exportMessages(asWork(work), work.query)),
  handle(messageCalls.importPreview, (work) => previewMessages(asWork(work), work.body)),
  handle(messageCalls.importCommit, (work) => importMessages(asWork(work), work.body)),
  handle(messageCalls.locales, async (work) => ({ items: await listLocales(asWork(work)) })),
  handle(messageCalls.addLocale, (work) => addLocale(asWork(work), work.body)),
  handle(messageCalls.missing, (work) => missingTranslations(asWork(work))),
  handle(messageCalls.key, (work) => textsOfKey(asWork(work), work.params.key)),
  handle(messageCalls.saveKey, (work) => saveKey(asWork(work), work.params.key, work.body)),
  handle(messageCalls.preview, (work) => previewText(asWork(work), work.body)),
]
