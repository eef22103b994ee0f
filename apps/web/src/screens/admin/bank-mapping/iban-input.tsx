import { TextInput } from '@mantine/core'
import { payoutFactsOf, type PayoutFacts } from '@signalbox/model/payments/payout-bank'
import { readIban } from '@signalbox/model/reference/iban-banks'
import { ibanProblem } from './iban-problem.ts'
import { IbanReading } from './iban-reading.tsx'

/** What a payout is known by, as far as it has been filled in. */
export type Payout = { readonly [Name in keyof PayoutFacts]?: unknown }

const nothingRead: Payout = { bic: null, clearingNumber: null, accountNumber: null, country: null }

/** What a payout to this account is known by; what the IBAN before said is taken back. */
const payoutTo = (iban: string): Payout => ({ ...nothingRead, ...payoutFactsOf({ iban }) })

export interface IbanInputProps {
  readonly id: string
  readonly text: string
  readonly onText: (text: string) => void
  /** What is wrong with it stands at the field once somebody has finished typing. */
  readonly finished: boolean
  readonly onFinish: () => void
  /** IBAN details, or nothing once there is none any more. */
  readonly onRead: (payout: Payout, isValid: boolean) => void
}

/** Takes an IBAN apart while it is typed; a valid one fills in what mappings look at. */
export function IbanInput({ id, text, onText, finished, onFinish, onRead }: IbanInputProps) {
  const read = readIban(text)
  const problem = finished ? ibanProblem(text) : null
  const change = (typed: string) => {
    onText(typed)
    if (readIban(typed)?.hasRightCheckDigits) onRead(payoutTo(typed), true)
    else if (read?.hasRightCheckDigits) onRead(nothingRead, false)
  }
  return (
    <>
      <TextInput
        id={id}
        label="IBAN"
        description="Fills in country, BIC, clearing number and account number, as far as it says them. It is not stored."
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        error={problem}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={onFinish}
      />
      {read ? <IbanReading read={read} problem={problem === null ? ibanProblem(text) : null} /> : null}
    </>
  )
}
