/** What the simulated outside world does with which amount, card, account or user. */
interface Trigger {
  readonly value: string
  readonly effect: string
}

export interface TriggerGroup {
  readonly title: string
  readonly note: string
  readonly triggers: readonly Trigger[]
}

const group = (title: string, note: string, lines: string): TriggerGroup => ({
  title,
  note,
  triggers: lines
    .trim()
    .split('\n')
    .map((line) => {
      const [value = '', effect = ''] = line.split(' | ')
      return { value: value.trim(), effect: effect.trim() }
    }),
})

export const triggerGroups: readonly TriggerGroup[] = [
  group(
    'Cards',
    'Any security code, any future expiry.',
    `
4111111111111111 | approved
4242424242424242 | approved
5555555555554444 | approved, Mastercard
378282246310005 | approved, American Express
4000000000003220 | 3-D Secure challenge, unless exempt
4000002760003184 | 3-D Secure challenge, always
4000000000000002 | 530 refused by the bank
4000000000009995 | 504 insufficient funds
4000000000009987 | 539 lost
4000000000009979 | 539 stolen
4000000000000069 | 531 expired
4000000000000127 | 532 wrong security code
4000000000000119 | 538 issuer unavailable
4000000000000259 | approved, disputed two minutes later
4000000000000341 | approved, refused when repeated
4000000000005605 | card vault out of service (560)
4000006666660005 | approved; for trying amounts
`,
  ),
  group(
    'Amounts: the issuer',
    'The cents are the response code of the issuer. Any currency with two decimals.',
    `
666.05 | 530 refused
666.12 | 502 bad request
666.13 | 535 invalid amount
666.14 | 519 invalid account number
666.15 | 536 unknown issuer
666.41 | 539 lost
666.51 | 504 insufficient funds
666.54 | 531 expired
666.57 | 540 restricted
666.59 | 503 fraud
666.61 | 521 limit
666.65 | 543 too many payments
666.91 | 538 issuer unavailable
666.99 | 514 an unmapped code
`,
  ),
  group(
    'Amounts: the connection',
    'Connection problems between a provider and the platform.',
    `
777.01 | 400 no answer in time
777.02 | 501 connection refused
777.03 | 405 unreadable answer
777.04 | 401 another reference
777.05 | 407 callback with another amount
777.06 | forged callback: refused, the payment waits
777.07 | callback for an unknown payment: a case
777.08 | the same callback three times
777.09 | callback after the payment has expired
777.10 | success, taken back a minute later
777.11 | 589, then passes with 3-D Secure
777.12 | 512, another provider takes over
777.13 | 597 do not try again
777.14 | callback overtakes the answer
777.15 | fails on our side before it is sent (500)
`,
  ),
  group(
    'Amounts: 3-D Secure',
    'On pages that ask for a code, 1234 is right and 9999 fails.',
    `
888.01 | passed without a page
888.02 | 529 rejected
888.03 | attempted
888.04 | a page that passes
888.05 | 529 a page that fails
888.06 | a page that asks for a code
888.07 | 551 a page that is too late
888.08 | 550 breaks
888.09 | not enrolled
`,
  ),
  group(
    'Amounts: the merchant',
    'Answers of the merchant’s system.',
    `
999.01 | 548 session over
999.02 | 522 refused
999.03 | 520 out of service
999.04 | 402 refuses to credit
999.05 | 525 unreadable answer
999.06 | 546 gaming limit
999.07 | confirms at the third attempt
`,
  ),
  group(
    'IBANs of payouts',
    'Withdrawals by bank transfer.',
    `
DE89370400440532013000 | paid
SE4550000000058398257466 | paid
FI2112345600000785 | 410 the name does not match
GB29NWBK60161331926819 | 505 closed
NO9386011117947 | 575 bank under maintenance
MT84MALT011000012345MTLCAST001S | paid, returned two minutes later
`,
  ),
  group(
    'Users',
    'A suffix after the name does not matter.',
    `
user_1 | known to the merchant, up to user_50
user_blocked | 547 blocked by the merchant
kyc-underage-1 | 565 under age
kyc-pep-1 | politically exposed
kyc-fail-1 | 564 identity not confirmed
kyc-down-1 | 566 no provider answers
kyc-pending-1 | decided after 30 seconds
fraud-high-1 | 571 scored 95
fraud-mid-1 | scored 50
fraud-silent-1 | never answered
limited-1 | limits of 1.00 to 50.00 sent by the merchant
business-1 | a VAT id sent by the merchant
abuse-1 | abuse suspected by the merchant
`,
  ),
]
