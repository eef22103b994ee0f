import { isIban, looksLikeIban, passesLuhn } from '@signalbox/model/reference/account-number'
import { maskIban } from '@signalbox/model/text/masking'

export const blank = '*****'

/** Names of headers that carry a secret or something made with one. */
const secretHeader = /^(authorization|cookie|set-cookie|x-api-key|.*(signature|token|secret|digest).*)$/i

// Digits with at most one space or dash between them: how card numbers are written.
const digitRun = /(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])/g
// Country, check digits, and at most one space between the rest: how IBANs are written.
const ibanRun = /(?<![0-9A-Za-z])[A-Za-z]{2}\d{2}(?: ?[0-9A-Za-z]){11,30}(?![0-9A-Za-z])/g
const securityCode = /(["']?(?:cvv2?|cvc2?|cvn|cvd|securityCode|card_code)["']?\s*[:=]\s*["']?)\d{3,4}/gi

/** Proof that a network token may be used once. */
const cryptogram = /("cryptogram"\s*:\s*")[^"]+/gi

export const maskPan = (pan: string): string =>
  `${pan.slice(0, 6)}${'*'.repeat(Math.max(0, pan.length - 10))}${pan.slice(-4)}`

export interface Redaction {
  readonly secrets: readonly string[]
  /** Our own numbers, which by chance may look like those of a card. */
  readonly harmless?: readonly string[]
  /** What the payment is made with, and what may be shown of it. */
  readonly masks?: ReadonlyMap<string, string>
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)

/** Short numbers also stand for other things: they are hidden only where they are a whole text of their own. */
function maskValue(text: string, value: string, mask: string): string {
  if (value.length < 6)
    return text.replaceAll(new RegExp(`(["'>=])${literal(value)}(?=["'<&]|$)`, 'g'), `$1${mask}`)
  return text.replaceAll(value, mask).replaceAll(encodeURIComponent(value), mask)
}

/** An IBAN may be followed by words that could belong to it: the longest beginning that is one counts. */
function ibanEnd(run: string, isOne: (text: string) => boolean): number | undefined {
  for (let end = run.length; end >= 15; end--) {
    const start = run.slice(0, end)
    if (!start.endsWith(' ') && isOne(start)) return end
  }
  return undefined
}

/** One that its country does not have may still be somebody's account, mistyped or newer than our list. */
function maskIbans(run: string): string {
  const end = ibanEnd(run, isIban) ?? ibanEnd(run, looksLikeIban)
  return end === undefined ? run : maskIban(run.slice(0, end)) + run.slice(end)
}

/** Text from the outside or for the log, without card numbers, IBANs, security codes, and what is given as secret. */
export function redactText(text: string, { secrets, harmless = [], masks }: Redaction): string {
  let redacted = text
  // Longest first, so that a secret which contains another one disappears whole.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    if (secret.length < 4) continue
    redacted = redacted.replaceAll(secret, blank)
    redacted = redacted.replaceAll(encodeURIComponent(secret), blank)
  }
  for (const [value, mask] of masks ?? []) redacted = maskValue(redacted, value, mask)
  redacted = redacted.replaceAll(ibanRun, maskIbans)
  const coded = redacted.replace(securityCode, `$1${blank}`).replace(cryptogram, `$1${blank}`)
  return coded.replace(digitRun, (run) => {
    const digits = run.replace(/\D/g, '')
    return passesLuhn(digits) && !harmless.includes(digits) ? maskPan(digits) : run
  })
}

export const redactHeaders = (
  headers: Readonly<Record<string, string>>,
  redaction: Redaction,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeader.test(name) ? blank : redactText(value, redaction),
    ]),
  )
