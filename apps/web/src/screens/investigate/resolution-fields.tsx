import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { longestEvidence } from '@signalbox/model/calls/case'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { field } from '@signalbox/model/field/field'
import type { CaseOutcome } from '@signalbox/model/investigation/case'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { errorCodes } from '@signalbox/model/reference/status-codes'
import { MoneyInput } from '../../kit/field/money-input.tsx'
import type { FieldMessages } from './use-case-actions.ts'
import { usualFailure, type Resolution } from './use-resolution.ts'

const failedCodes = errorCodes
  .filter(({ status }) => status === 'FAILED')
  .map(({ no, code }) => ({ value: String(no), label: `${no} ${code}` }))
const longestReference = 100

export const words: Readonly<
  Record<CaseOutcome, { readonly title: string; readonly help: string; readonly reference: string }>
> = {
  SUCCESSFUL: {
    title: 'The payment was successful',
    help: 'The PSP moved the money.',
    reference: 'PSP reference of the payment',
  },
  FAILED: {
    title: 'The payment failed',
    help: 'No money was moved, or it was returned.',
    reference: 'Where it can be seen: a ticket, an answer of the PSP, a statement',
  },
}

const movedField = (asked: WireMoney | null) =>
  field.money({
    label: 'Amount moved by the PSP',
    help: asked ? `Requested: ${asked.amount} ${asked.currency}` : undefined,
  })

interface FormProps {
  readonly form: Resolution
}

interface EvidenceFieldsProps extends FormProps {
  readonly outcome: CaseOutcome
  readonly refused: FieldMessages
}

export function EvidenceFields({ outcome, form: { values, set, problems }, refused }: EvidenceFieldsProps) {
  return (
    <>
      <Textarea
        label="Evidence"
        description="What you checked, and where"
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestEvidence}
        value={values.evidence}
        error={problems.evidence ?? refused.evidence}
        data-autofocus
        onChange={(event) => set({ evidence: event.currentTarget.value })}
      />
      <TextInput
        label="Reference"
        description={words[outcome].reference}
        withAsterisk
        maxLength={longestReference}
        value={values.reference}
        error={problems.reference ?? refused.reference}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
    </>
  )
}

interface AmountFieldProps extends FormProps {
  readonly id: string
  readonly requested: WireMoney | null
  /** Of the server, about what was typed. */
  readonly problem: string | undefined
}

export function AmountField({ id, requested, form: { values, set, problems }, problem }: AmountFieldProps) {
  return (
    <MoneyInput
      id={id}
      field={movedField(requested)}
      value={values.moved}
      error={problems.amount ?? problem}
      onChange={(value) => set({ moved: value as WireMoney | null })}
      fixedCurrency
    />
  )
}

interface ConsequenceFieldsProps extends FormProps {
  readonly sheet: CaseSheet
  readonly outcome: CaseOutcome
}

/** Under which reason and status it ends, and who is told. */
export function ConsequenceFields({ sheet, outcome, form: { values, set } }: ConsequenceFieldsProps) {
  return (
    <>
      {sheet.reasons.length > 0 ? (
        <Select
          label="Reason"
          clearable
          data={sheet.reasons.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.tagId}
          onChange={(tagId) => set({ tagId })}
        />
      ) : null}
      {outcome === 'FAILED' ? (
        <Select
          label="Status code"
          data={failedCodes}
          value={values.code}
          searchable
          allowDeselect={false}
          onChange={(next) => set({ code: next ?? usualFailure })}
        />
      ) : null}
      <Checkbox
        label="Tell the merchant"
        description="If off, the merchant is not notified and keeps its current status"
        checked={values.tellMerchant}
        onChange={(event) => set({ tellMerchant: event.currentTarget.checked })}
      />
    </>
  )
}
