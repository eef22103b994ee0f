import { moneyTextIn } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { pageWords, type PageLanguage } from './page-words.ts'

interface PageContent {
  readonly provider: string
  readonly language: PageLanguage
  readonly amount: Money
  readonly reference: string
  /** The code typed before was wrong. */
  readonly wrong: boolean
  /** The account the payer is asked to pay from, where the provider lets them choose. */
  readonly payerIban: string | undefined
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const frame = (language: PageLanguage, title: string, content: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: Canvas; color: CanvasText; }
  main { width: min(24rem, 90vw); padding: 2rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: 12px; }
  h1 { margin: 0; font-size: 1.1rem; }
  p.sum { margin: .5rem 0 0; font-size: 1.8rem; font-variant-numeric: tabular-nums; }
  p.small { margin: 0 0 1.5rem; opacity: .7; font-size: .875rem; overflow-wrap: anywhere; }
  label { display: block; margin-bottom: .25rem; }
  input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; letter-spacing: .3em; text-align: center; }
  [role=alert] { color: #c1121f; margin: .5rem 0 0; }
  div { display: flex; gap: .75rem; margin-top: 1.25rem; }
  button { flex: 1; padding: .65rem; font: inherit; border-radius: 8px; border: 1px solid; background: transparent; color: inherit; cursor: pointer; }
  button.main { background: #1f5eff; border-color: #1f5eff; color: #fff; }
</style>
</head>
<body><main>${content}</main></body>
</html>`

const heading = ({ provider, amount, reference, language }: PageContent): string => {
  const { testPage, payment } = pageWords[language]
  return `<h1>${escaped(provider)} · ${testPage}</h1><p class="sum">${escaped(moneyTextIn(language, amount))}</p><p class="small">${payment} ${escaped(reference)}</p>`
}

/** The first button is what Enter presses: it pays. */
const buttons = (label: string, cancel: string): string =>
  `<div><button class="main" name="action" value="pay">${label}</button><button name="action" value="cancel" formnovalidate>${cancel}</button></div>`

const accountField = ({ payerIban, language }: PageContent): string =>
  payerIban === undefined
    ? ''
    : `<label for="account">${pageWords[language].payFrom}</label><input id="account" name="account" value="${escaped(payerIban)}" maxlength="34" required style="letter-spacing:0">`

/** Asks whether the payer wants this. */
export const confirmForm = (content: PageContent): string => {
  const { pay, cancel } = pageWords[content.language]
  return frame(
    content.language,
    content.provider,
    `${heading(content)}<form method="post">${accountField(content)}${buttons(pay, cancel)}</form>`,
  )
}

/** Asks for a code, as banks send it to a phone. */
export const challengeForm = (content: PageContent): string => {
  const words = pageWords[content.language]
  return frame(
    content.language,
    content.provider,
    `${heading(content)}<form method="post">
<label for="otp">${words.code}</label>
<input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{4}" maxlength="4" required autofocus>
${content.wrong ? `<p role="alert">${words.wrongCode}</p>` : ''}
<p class="small">${words.hint}</p>
${buttons(words.confirm, words.cancel)}</form>`,
  )
}

export const closedPage = (provider: string, language: PageLanguage): string =>
  frame(language, provider, `<h1>${escaped(provider)}</h1><p>${pageWords[language].closed}</p>`)
