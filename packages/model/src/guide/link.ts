/** Where a link in a text leads: to a page of the guide, within the page, to a page of the console, or out. */
export type TextLink =
  | { readonly kind: 'guide'; readonly page: string; readonly section: string | null }
  | { readonly kind: 'section'; readonly section: string }
  | { readonly kind: 'console'; readonly path: string }
  | { readonly kind: 'outside'; readonly url: string }

const guidePage = /^([a-z0-9-]+)\.md(?:#([\p{L}\p{N}_-]+))?$/u
/** No second slash: an address that begins with two leads to another host. */
const consolePath = /^\/(?![/\\])[^\\]*$/

/** Null for whatever else somebody may write: scripts, other protocols, files. It is shown as text. */
export function readLink(href: string): TextLink | null {
  const [, page, section] = guidePage.exec(href) ?? []
  if (page !== undefined) return { kind: 'guide', page, section: section ?? null }
  if (/^#[\p{L}\p{N}_-]+$/u.test(href)) return { kind: 'section', section: href.slice(1) }
  if (consolePath.test(href)) return { kind: 'console', path: href }
  return href.startsWith('https://') ? { kind: 'outside', url: href } : null
}
