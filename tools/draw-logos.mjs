/**
 * Draws the logos that come with the platform and writes them as PNG into
 * apps/server/src/setup/payment-method-logo/default-pictures.ts. They are our own neutral drawings: nobody's trademark.
 * `node tools/draw-logos.mjs`, after a change to a drawing below.
 */
import { writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { ensureChromium } from './chromium.mjs'

const ink = '#334155'
const tint = '#e2e8f0'
const paper = '#ffffff'
const accents = { indigo: '#4f46e5', teal: '#0d9488', amber: '#d97706', rose: '#be185d', sky: '#0284c7' }

const line = `fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"`

const card = (/** @type {string} */ accent) => `
  <rect x="36" y="24" width="72" height="48" rx="6" fill="${paper}" stroke="${ink}" stroke-width="4"/>
  <rect x="36" y="36" width="72" height="10" fill="${ink}"/>
  <rect x="46" y="56" width="20" height="6" rx="2" fill="${accent}"/>`
const phone = (/** @type {string} */ accent) => `
  <rect x="56" y="16" width="32" height="64" rx="6" fill="${paper}" stroke="${ink}" stroke-width="4"/>
  <path d="M68 70h8" ${line}/>
  <path d="M66 50a9 9 0 0 1 12 0M61 43a17 17 0 0 1 22 0" ${line.replace(ink, accent)}/>`
const building = (/** @type {string} */ accent) => `
  <path d="M40 38 72 20l32 18z" fill="${accent}" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/>
  <path d="M50 46v20M65 46v20M79 46v20M94 46v20M40 74h64" ${line}/>`
const transfer = (/** @type {string} */ accent) => `
  <path d="M42 40h54M84 28l12 12-12 12" ${line}/>
  <path d="M102 60H48M60 48 48 60l12 12" ${line.replace(ink, accent)}/>`
const wallet = (/** @type {string} */ accent) => `
  <rect x="38" y="28" width="68" height="44" rx="6" fill="${paper}" stroke="${ink}" stroke-width="4"/>
  <path d="M38 36V30a6 6 0 0 1 6-6h46" ${line}/>
  <rect x="82" y="42" width="26" height="16" rx="4" fill="${accent}" stroke="${ink}" stroke-width="4"/>`
const ticket = (/** @type {string} */ accent) => `
  <path d="M38 28h68v12a8 8 0 0 0 0 16v12H38V56a8 8 0 0 0 0-16z" fill="${paper}" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/>
  <path d="M84 32v6M84 45v6M84 58v6" ${line.replace(ink, accent)}/>
  <path d="M52 42h18M52 54h12" ${line}/>`
const globe = (/** @type {string} */ accent) => `
  <circle cx="72" cy="48" r="26" fill="${paper}" stroke="${ink}" stroke-width="4"/>
  <path d="M46 48h52M72 22c-16 16-16 36 0 52M72 22c16 16 16 36 0 52" ${line.replace(ink, accent)}/>`
const coin = (/** @type {string} */ accent) => `
  <path d="M72 18l26 15v30L72 78 46 63V33z" fill="${paper}" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/>
  <path d="M72 34l12 7v14l-12 7-12-7V41z" fill="${accent}"/>`

const { indigo, teal, amber, rose, sky } = accents
/** By method. */
const drawings = {
  CREDITCARD: card(indigo),
  APPLEPAY: phone(ink),
  GOOGLEPAY: phone(sky),
  BANK: building(tint),
  BANKIBAN: transfer(sky),
  BANKLOCAL: building(amber),
  TRUSTLY: building(teal),
  SWISH: phone(rose),
  SKRILL: wallet(rose),
  NETELLER: wallet(teal),
  PAYPAL: wallet(sky),
  VOUCHER: ticket(amber),
  WEBREDIRECT: globe(indigo),
  CRYPTOCURRENCY: coin(amber),
  OTHER: transfer(indigo),
}

const svgOf = (/** @type {string} */ drawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="144" height="96" viewBox="0 0 144 96">
    <rect x="1" y="1" width="142" height="94" rx="12" fill="#f8fafc" stroke="${tint}" stroke-width="2"/>${drawing}</svg>`

const browser = await chromium.launch({ executablePath: await ensureChromium() })
const page = await browser.newPage({ viewport: { width: 144, height: 96 } })
const pictures = []
for (const [method, drawing] of Object.entries(drawings)) {
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block}</style>${svgOf(drawing)}`,
  )
  const png = await page.screenshot({ omitBackground: true })
  pictures.push(`  ${method}:\n    '${png.toString('base64')}',`)
}
await browser.close()
writeFileSync(
  'apps/server/src/setup/payment-method-logo/default-pictures.ts',
  `/** PNG as base64, by method. Written by \`node tools/draw-logos.mjs\`; change the drawings there. */
export const defaultPictures: Readonly<Record<string, string>> = {
${pictures.join('\n')}
}
`,
)
