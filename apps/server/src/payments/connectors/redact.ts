import { passesLuhn } from '@signalbox/model/account-number'

export const blank = '*****'

/** Names of headers that carry a secret or something made with one. */
const secretHeader = /^(authorization|cookie|set-cookie|x-api-key|.*(signature|token|secret|digest).*)$/i

// Digits with at most one space or dash between them: how card numbers are written.
const digitRun = /(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])/g
const securityCode = /(["']?(?:cvv2?|cvc2?|cvn|cvd|securityCode|card_code)["']?\s*[:=]\s*["']?)\d{3,4}/gi

export const maskPan = (pan: string): string =>
  `${pan.slice(0, 6)}${'*'.repeat(Math.max(0, pan.length - 10))}${pan.slice(-4)}`

export interface Redaction {
  readonly secrets: readonly string[]
  /** Our own numbers, which by chance may look like those of a card. */
  readonly harmless?: readonly string[]
}

/** Text from the outside or for the log, without card numbers, security codes and the given secrets. */
export function redactText(text: string, { secrets, harmless = [] }: Redaction): string {
  let redacted = text
  // Longest first, so that a secret which contains another one disappears whole.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    if (secret.length < 4) continue
    redacted = redacted.replaceAll(secret, blank)
    redacted = redacted.replaceAll(encodeURIComponent(secret), blank)
  }
  return redacted.replace(securityCode, `$1${blank}`).replace(digitRun, (run) => {
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
