import { passesLuhn } from './account-number.ts'

// Digits with at most one space, dot or dash between them, and nothing that would make them part of another word.
const digitRuns = /(?<![0-9A-Za-z])\d(?:[ .-]?\d){12,18}(?![0-9A-Za-z])/g

/** How the numbers of the card schemes begin, and how long they are. Other long numbers are somebody's ids. */
const schemes: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^(?:6011|64[4-9]\d|65\d{2})\d{12,15}$/,
  /^62\d{14,17}$/,
  /^(?:50|5[6-9]|6[37])\d{11,17}$/,
]

/** Whether a text holds something that can be nothing but the number of a card, as people or machines write them. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(digitRuns) ?? []).some((run) => {
    const digits = run.replaceAll(/\D/g, '')
    return schemes.some((scheme) => scheme.test(digits)) && passesLuhn(digits)
  })
