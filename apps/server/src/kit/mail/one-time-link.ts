import { escapeHtml } from '@signalbox/model/template-language/escape'
import type { MailContent, MailRequest } from './mail-message.ts'

/** As a template writes it. */
export const linkVariable = '${link}'

/** Elements that stand in a line: what is left and right of them reads as one word. */
const inLine =
  /<\/?(?:a|abbr|b|bdi|bdo|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|wbr)\b[^>]*>/gi
const anyTag = /<[^>]*>/g
/** What makes a reader of mails ask somebody for something, or lead to them. */
const leadsElsewhere =
  /\b(?:href|src|srcset|background|action|formaction|poster|data|cite|longdesc|ping|manifest|profile|usemap|dynsrc|lowsrc)\s*=|url\s*\(|image-set|@import|\\|<style|<link|<base|<meta/i
const address = /:\/\/|\bwww\./i
const closing = /[.,;:!?)]*$/

/** Whether the link is a word of its own wherever it stands, beside no other address. */
function standsAlone(text: string, link: string): boolean {
  return text.split(/\s+/).every((word) => {
    if (word.replace(closing, '') === link.replace(closing, '')) return true
    return !word.includes(link) && !address.test(word)
  })
}

function problemInPage(html: string, link: string): string | undefined {
  const left = html.replaceAll(`href="${link}"`, '').replaceAll(/href="mailto:[\w.+@-]+"/gi, '')
  if (leadsElsewhere.test(left))
    return 'It must not contain any address except the link, or any external pictures or styles'
  const text = left.replaceAll(inLine, '').replaceAll(anyTag, ' ')
  return standsAlone(text, link) ? undefined : linkAlone
}

const linkAlone = 'The link must not be part of another address'

/**
 * What is wrong with a mail that holds a link which lets people in: whoever words it could otherwise put the link into an
 * address of their own, which is told as soon as the mail is opened or clicked.
 */
export function linkProblem({ subject, text, html }: MailContent, link: string): string | undefined {
  if (subject.includes(link) || address.test(subject)) return 'The subject must not contain an address'
  const hasLink = text.includes(link) && (html === null || html.includes(link))
  if (!hasLink) return 'It must contain the link, in the plain text and in the HTML part'
  if (!standsAlone(text, link)) return linkAlone
  return html === null ? undefined : problemInPage(html, link)
}

/** A mail that is worded without knowing its link: no trick of a template can take apart what it is not told. */
export interface HiddenLink {
  readonly request: MailRequest
  /** The mail as it leaves, or why it may not. */
  reveal(content: MailContent): MailContent | { readonly problem: string }
}

export function hideLink(request: MailRequest, word: string): HiddenLink | undefined {
  const { link } = request.view
  if (typeof link !== 'string') return undefined
  const stand = `https://${word}.link.invalid/`
  return {
    request: { ...request, view: { ...request.view, link: stand } },
    reveal: (content) => {
      const problem = linkProblem(content, stand)
      if (problem !== undefined) return { problem }
      return {
        subject: content.subject,
        text: content.text.replaceAll(stand, link),
        html: content.html?.replaceAll(stand, escapeHtml(link)) ?? null,
      }
    },
  }
}
