import type { Attributes, IOptions } from 'sanitize-html'
import sanitize from 'sanitize-html'
import { missingParts } from './html-inventory.ts'
import {
  allowedAttributes,
  fieldTypes,
  isAllowedFormTarget,
  isAllowedImage,
  mailTags,
  pageTags,
  urlOptions,
} from './html-rules.ts'
import { sanitizeCss, sanitizeInlineStyle } from './sanitize-css.ts'

export interface SanitizedHtml {
  html: string
  /** What was taken out, in words for the author. */
  removed: string[]
}

/** For mail: text, tables, links and pictures. No scripts, no forms, nothing loaded but pictures over https. */
export const sanitizeEmailHtml = (html: string): SanitizedHtml => clean(html, mailTags, [])

/** For pages shown to payers: as for mail, and forms that post to one of the given hosts. */
export const sanitizePageHtml = (html: string, formHosts: readonly string[]): SanitizedHtml =>
  clean(html, pageTags, formHosts)

function clean(html: string, tags: readonly string[], formHosts: readonly string[]): SanitizedHtml {
  const removedCss = new Set<string>()
  const styleSheets: string[] = []
  const base: IOptions = {
    ...urlOptions,
    allowedAttributes,
    nestingLimit: 100,
    parseStyleAttributes: false,
    transformTags: { '*': (tag, attributes) => judgeTag(tag, attributes, formHosts, removedCss) },
  }
  // Style elements are let through once, only to take their text out; the second run no longer knows them.
  const withoutStyles = sanitize(html, {
    ...base,
    allowedTags: [...tags, 'style'],
    allowVulnerableTags: true,
    exclusiveFilter: (frame) => frame.tag === 'style' && styleSheets.push(frame.text) > 0,
  })
  const safe = sanitize(withoutStyles, { ...base, allowedTags: [...tags] })
  const sheets = styleSheets.map((sheet) => sanitizeCss(sheet, null))
  const css = sheets.map((sheet) => sheet.css).join('')
  const styled = css === '' ? safe : withStyle(safe, css)
  return {
    html: doctype.test(html) ? `<!doctype html>${styled}` : styled,
    removed: [...missingParts(html, safe), ...removedCss, ...sheets.flatMap((sheet) => sheet.removed)],
  }
}

const doctype = /^\s*<!doctype html/i

/** A name that is on no list, so that the tag is dropped and what stands in it stays. */
const refused = { tagName: 'refused', attribs: {} }

function judgeTag(
  tagName: string,
  attribs: Attributes,
  formHosts: readonly string[],
  removedCss: Set<string>,
) {
  if (tagName === 'form' && !isAllowedFormTarget(attribs['action'], formHosts)) return refused
  if (tagName === 'input' && !fieldTypes.has((attribs['type'] ?? 'text').toLowerCase())) return refused
  if (tagName === 'img' && !isAllowedImage((attribs['src'] ?? '').trim())) return refused
  const kept = { ...attribs }
  if (kept['style'] !== undefined) {
    const { css, removed } = sanitizeInlineStyle(kept['style'])
    for (const what of removed) removedCss.add(`<${tagName} style> ${what}`)
    if (css === '') delete kept['style']
    else kept['style'] = css
  }
  // A page opened from a mail or a receipt must not be able to steer the one it came from.
  if (tagName === 'a' && kept['target'] !== undefined) kept['rel'] = 'noopener noreferrer'
  return { tagName, attribs: kept }
}

function withStyle(html: string, css: string): string {
  const head = /<head(?: [^>]*)?>/.exec(html)
  const at = head ? head.index + head[0].length : 0
  return `${html.slice(0, at)}<style>${css}</style>${html.slice(at)}`
}
