import { sql } from 'kysely'
import { escapeHtml } from '@signalbox/model/template-language/escape'
import { localeChain } from '@signalbox/model/reference/locales'
import type { RenderedTemplate } from '@signalbox/model/calls/template'
import type { TemplateType } from '@signalbox/model/template-language/template'
import type { Tx } from '../../kit/database.ts'
import type { MailAttachment, MailContent, MailRequest } from '../../kit/mail/mail-message.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { renderTemplate } from './render-template.ts'

export { expiredPreviews } from './preview-store.ts'

export interface WantedTemplate {
  readonly type: TemplateType
  readonly templateType: string
  readonly merchantId: number
  readonly locale: string
  readonly channel?: string | null
  readonly url?: string | null
}

export interface SelectedTemplate {
  readonly id: string
  readonly merchantId: number
  readonly version: number
  readonly locale: string
  readonly subject: string | null
  readonly content: string
  readonly textContent: string | null
  readonly params: unknown
}

/**
 * The template that counts: the merchant's own before any ancestor's, and on one merchant the most specific by locale,
 * then channel, then site. A locale falls back to its language and to `all`, never to another country's variant.
 */
export async function selectTemplate(tx: Tx, wanted: WantedTemplate): Promise<SelectedTemplate | undefined> {
  const locales = localeChain(wanted.locale)
  const found = await sql<SelectedTemplate>`
    select t.id::text, t.merchant_id, t.version, t.locale, t.subject, t.content, t.text_content, t.params
    from merchant m
    join merchant owner on m.path like owner.path || '%'
    join template t on t.merchant_id = owner.id
    where m.id = ${wanted.merchantId} and t.type = ${wanted.type} and t.template_type = ${wanted.templateType}
      and t.locale = any(${locales}::text[])
      and (t.channel is null or t.channel = ${wanted.channel ?? null})
      and (t.url is null or t.url = ${wanted.url ?? null})
    order by owner.level desc, array_position(${locales}::text[], t.locale), t.channel is null, t.url is null
    limit 1`.execute(tx)
  return found.rows[0]
}

/** Names of the templates a merchant may use: its own and those it inherits. */
export async function templateNames(
  tx: Tx,
  chain: readonly number[],
  type: TemplateType,
): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`
    select distinct template_type as name from template
    where merchant_id = any(${[...chain]}::integer[]) and type = ${type} order by 1`.execute(tx)
  return found.rows.map(({ name }) => name)
}

interface MerchantFacts {
  readonly id: number
  readonly name: string
  readonly url: string | null
  readonly supportEmail: string | null
  readonly baseCurrency: string
  readonly timeZone: string
}

/** What every template may say about the merchant it speaks for; the support address may be an ancestor's. */
async function merchantFacts(tx: Tx, merchantId: number): Promise<MerchantFacts | undefined> {
  const found = await sql<MerchantFacts>`
    select m.id, m.name, m.website as url, m.base_currency, m.time_zone,
      (select a.support_email from merchant a
        where m.path like a.path || '%' and a.support_email is not null
        order by a.level desc limit 1) as support_email
    from merchant m where m.id = ${merchantId}`.execute(tx)
  return found.rows[0]
}

/** A message for a queue: JSON as the merchant's template writes it, or why there is none. */
export async function renderQueueMessage(
  db: Tx,
  { template: templateType, merchantId, locale, channel, view }: Omit<MailRequest, 'to'>,
): Promise<{ readonly content: string } | { readonly problem: string }> {
  const selected = await selectTemplate(db, { type: 'mq', templateType, merchantId, locale, channel })
  if (!selected) return { problem: `There is no template ${templateType}` }
  const { timeZone, ...merchant } = (await merchantFacts(db, merchantId)) ?? { timeZone: 'UTC' }
  const rendered = renderTemplate({ type: 'mq', ...selected }, { merchant, ...view }, { locale, timeZone })
  const [problem] = rendered.problems
  return problem ? { problem: `${templateType}: ${problem.message}` } : { content: rendered.content }
}

/** The templates of mails also word text messages and what is attached to mails. */
async function renderMailTemplate(
  db: Tx,
  { template: templateType, merchantId, locale, channel, view }: Omit<MailRequest, 'to'>,
): Promise<
  { readonly rendered: RenderedTemplate; readonly merchantName: string } | { readonly problem: string }
> {
  const selected = await selectTemplate(db, { type: 'email', templateType, merchantId, locale, channel })
  if (!selected) return { problem: `There is no template ${templateType}` }
  const { timeZone, ...merchant } = (await merchantFacts(db, merchantId)) ?? { timeZone: 'UTC', name: '' }
  const rendered = renderTemplate({ type: 'email', ...selected }, { merchant, ...view }, { locale, timeZone })
  const [problem] = rendered.problems
  return problem
    ? { problem: `${templateType}: ${problem.message}` }
    : { rendered, merchantName: merchant.name }
}

/** What a telephone shows: longer ones are cut by networks, where nobody decides what is lost. */
const longestText = 1_600

/** A text message: the plain text of the template, or why there is none. */
export async function renderText(
  db: Tx,
  wanted: Omit<MailRequest, 'to'>,
): Promise<{ readonly text: string; readonly merchantName: string } | { readonly problem: string }> {
  const found = await renderMailTemplate(db, wanted)
  if ('problem' in found) return found
  const text = (found.rendered.textContent ?? '').trim().slice(0, longestText)
  return text === ''
    ? { problem: `${wanted.template} has no plain text` }
    : { text, merchantName: found.merchantName }
}

/** A file for a mail, in the words of another template: a page, or a text where it has no other look. */
export async function renderAttachment(
  db: Tx,
  wanted: Omit<MailRequest, 'to'>,
): Promise<MailAttachment | { readonly problem: string }> {
  const found = await renderMailTemplate(db, wanted)
  if ('problem' in found) return found
  const { content, textContent, subject } = found.rendered
  const name = wanted.template.replaceAll(/[^\w.-]/g, '_')
  if (content.trim() === '')
    return { filename: `${name}.txt`, contentType: 'text/plain', content: textContent ?? '' }
  return { filename: `${name}.html`, contentType: 'text/html', content: pageOf(subject ?? name, content) }
}

const pageOf = (title: string, body: string): string =>
  `<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>\n<body>\n${body}\n</body>\n</html>\n`

/**
 * A mail in the words of the merchant's template. Null when there is none, or when it cannot be rendered: then what
 * the platform brings along is sent, because a mail somebody waits for must not fail on its wording.
 */
export async function renderMail(
  { db, log }: Pick<KitDeps, 'db' | 'log'>,
  { template: templateType, merchantId, locale, channel, url, view }: MailRequest,
): Promise<MailContent | null> {
  const selected = await selectTemplate(db, { type: 'email', templateType, merchantId, locale, channel, url })
  if (!selected) return null
  const merchant = await merchantFacts(db, merchantId)
  const { timeZone, ...shown } = merchant ?? { timeZone: 'UTC' }
  const rendered = renderTemplate(
    { type: 'email', ...selected },
    { merchant: shown, ...view },
    { locale, timeZone },
  )
  if (rendered.problems.length > 0) {
    log.error(
      { templateType, merchantId, templateId: selected.id, problems: rendered.problems },
      'a template cannot be rendered',
    )
    return null
  }
  return { subject: rendered.subject ?? '', text: rendered.textContent ?? '', html: rendered.content }
}
