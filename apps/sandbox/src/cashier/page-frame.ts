import { Html, html, when } from './html.ts'
import type { Reply } from '../http-server.ts'
import { shopWords } from './shop-words.ts'
import { languageTag, shopLanguages } from './visit.ts'

interface Frame {
  readonly locale: string
  readonly title: string
  /** Whose shop it is. */
  readonly name: string
  readonly main: Html
  /** Beside the name: what can be chosen on this page. */
  readonly tools?: Html
  /** The address of this page in another language. */
  readonly inLanguage?: (locale: string) => string
}

const assets = '/cashier/assets'

// Not a template of its own: a bundler writes those that end a script in a way that needs a package we do not ship.
const script = new Html(`<script type="module" src="${assets}/cashier.js"></script>`)

const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 22 20H2z" /></svg>`

function languages({ locale, inLanguage }: Frame): Html | false {
  if (!inLanguage) return false
  const here = languageTag(locale).split('-')[0]
  return html`<nav class="languages" aria-label="Language">
    <ul>
      ${shopLanguages.map(
        (each) =>
          html`<li>
            <a
              href="${inLanguage(each.locale)}"
              lang="${languageTag(each.locale)}"
              ${when(languageTag(each.locale).split('-')[0] === here, 'aria-current="true"')}
              >${each.name}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

/** Every page of the shop. */
export function pageFrame(frame: Frame): Html {
  const { locale, title, name, main, tools } = frame
  const words = shopWords(locale)
  return html`<!doctype html>
    <html lang="${languageTag(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${name}</title>
        <link rel="stylesheet" href="${assets}/cashier.css" />
        ${script}
      </head>
      <body>
        <a class="skip" href="#main">${words.skip}</a>
        <header class="top">
          <div class="width">
            <p class="brand">${mark}${name}</p>
            ${languages(frame)}${tools}
          </div>
        </header>
        <p class="demo" role="note"><span class="width">${words.demo}</span></p>
        <main id="main" class="width" tabindex="-1">${main}</main>
      </body>
    </html>`
}

/**
 * Nothing runs here but our own script, and nothing is shown but our own pictures and the logos of the platform. A form goes
 * to the shop, which may send its customer on to the platform.
 */
const policyFor = (platform: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${platform}`,
    "connect-src 'self'",
    `form-action 'self' ${platform}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A page as it leaves. `platform` is where logos come from. */
export const pageReply = (status: number, page: Html, platform = ''): Reply => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body: page.markup,
  headers: {
    'content-security-policy': policyFor(platform),
    'x-content-type-options': 'nosniff',
    // An address holds the reference of a payment. Not `no-referrer`, which hides where our own forms come from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  },
})

/** A page that says one thing, and perhaps where to go. */
export const notice = (locale: string, text: string, status: number, next?: Html): Reply =>
  pageReply(
    status,
    pageFrame({
      locale,
      title: text,
      name: 'Signalbox',
      main: html`<p class="notice" role="status">${text}</p>
        ${next}`,
    }),
  )
