import type { IOptions } from 'sanitize-html'

/** What may stand in a mail or a page written by a merchant. Everything not named here is taken out. */

const text = `html head body title
  address article aside footer header main nav section h1 h2 h3 h4 h5 h6
  blockquote center dd details div dl dt figcaption figure hr li ol p pre summary ul
  a abbr b bdi bdo br cite code em font i kbd mark q s samp small span strong sub sup time u var wbr
  caption col colgroup table tbody td tfoot th thead tr img`
const forms = 'form input button label fieldset legend'

const words = (list: string) => list.trim().split(/\s+/)

export const mailTags: readonly string[] = words(text)
export const pageTags: readonly string[] = words(`${text} ${forms}`)

const size = 'width height'
const cell = `${size} align valign bgcolor colspan rowspan nowrap scope headers`

/** No `id` and no `name` outside of form fields: scripts of ours on the same page could mistake such an element for their own. */
export const allowedAttributes: Record<string, string[]> = {
  '*': words('class style title dir lang align role aria-label aria-hidden'),
  a: words('href target rel'),
  img: words(`src alt border ${size}`),
  table: words(`${size} align bgcolor border cellpadding cellspacing`),
  tr: words('align valign bgcolor'),
  td: words(cell),
  th: words(cell),
  col: words(`span ${size}`),
  colgroup: words('span'),
  font: words('color face size'),
  ol: words('start type'),
  time: words('datetime'),
  body: words('bgcolor'),
  details: words('open'),
  form: words('action method autocomplete'),
  input: words(
    'type name value placeholder required maxlength minlength inputmode autocomplete checked readonly size',
  ),
  button: words('type name value'),
}

/** Fields that ask for a password or a file have no place on a page that is not ours. */
export const fieldTypes = new Set(
  words('text hidden email tel number date checkbox radio submit button reset'),
)

const rasterImage = /^data:image\/(?:png|gif|jpeg|webp);base64,[a-z0-9+/=\s]*$/i
const inlineImageLimit = 100 * 1024

/** Pictures come over https, with the mail, or inside the text. Drawings do not: they are documents of their own. */
export const isAllowedImage = (source: string): boolean =>
  /^(?:https:\/\/|cid:)/i.test(source) || (source.length <= inlineImageLimit && rasterImage.test(source))

export const urlOptions: IOptions = {
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'data', 'cid'], form: ['https'] },
  allowProtocolRelative: false,
}

/** `pay.example.com`, or `*.example.com` for all below it, each with a port where it is not the usual one. */
export function isAllowedFormTarget(action: string | undefined, hosts: readonly string[]): boolean {
  if (action === undefined || !URL.canParse(action)) return false
  const { protocol, host, username, password } = new URL(action)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return hosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed,
  )
}
