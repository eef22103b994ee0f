import { sql } from 'kysely'
import { localeChain } from '@signalbox/model/locales'
import type { TemplateType } from '@signalbox/model/template'
import type { Tx } from '../../kit/database.ts'

export interface WantedTemplate {
  readonly type: TemplateType
  readonly templateType: string
  readonly merchantId: number
  readonly locale: string
  readonly channel?: string | null
  readonly url?: string | null
}

export interface SelectedTemplate {
  /** Null for what the platform brings along when nobody has written a template of the name. */
  readonly id: string | null
  readonly merchantId: number | null
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
