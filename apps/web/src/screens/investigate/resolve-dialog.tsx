import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { longestEvidence, type ResolveCaseBody } from '@signalbox/model/calls/case'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { CaseOutcome } from '@signalbox/model/investigation/case'
import { field } from '@signalbox/model/field/field'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import { errorCodes } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { texts } from '@signalbox/model/text/texts'
import { useId, useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { MoneyInput } from '../../kit/field/money-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { OutcomeView, useOutcomes } from '../transactions/for-other-screens.ts'
import type { FieldMessages } from './use-case-work.ts'

const failedCodes = errorCodes
  .filter(({ status }) => status === 'FAILED')
  .map(({ no, code }) => ({ value: String(no), label: `${no} ${code}` }))
const usualFailure = String(StatusNo.ERR_DECLINED_OTHER_REASON)
const shortestEvidence = 3
const longestReference = 100

const words: Readonly<
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

/** Asks for the evidence of a decision and shows what it will do before it does it. */
export function ResolveDialog({
  sheet,
  outcome,
  running,
  refused,
  onRun,
  onClose,
}: {
  readonly sheet: CaseSheet
  readonly outcome: CaseOutcome
  readonly running: boolean
  readonly refused: FieldMessages
  readonly onRun: (body: ResolveCaseBody) => void
  readonly onClose: () => void
}) {
  const formId = useId()
  const [evidence, setEvidence] = useState('')
  const [reference, setReference] = useState(outcome === 'SUCCESSFUL' ? (sheet.pspRefId ?? '') : '')
  const [tagId, setTagId] = useState<string | null>(null)
  const [code, setCode] = useState(usualFailure)
  const [tellMerchant, setTellMerchant] = useState(true)
  const [tried, setTried] = useState(false)
  const asksAmount = outcome === 'SUCCESSFUL' && sheet.amountInDoubt && sheet.pspAmount !== null
  const [moved, setMoved] = useState<WireMoney | null>(sheet.pspReported ?? sheet.pspAmount)
  const outcomes = useOutcomes('case', sheet.id, { moved: asksAmount ? moved : null })
  const preview = outcomes.data?.outcomes.find((each) => each.outcome === outcome)
  const notShown = outcomes.error instanceof ApiError ? outcomes.error.body.fields?.[0]?.message : undefined
  const problems = {
    evidence: evidence.trim().length < shortestEvidence ? texts.required : undefined,
    reference: reference.trim() === '' ? texts.required : undefined,
    amount:
      asksAmount && !(moved && parseMoney(moved.amount, moved.currency)) ? texts.invalidAmount : undefined,
  }
  const submit = () => {
    setTried(true)
    if (Object.values(problems).some(Boolean) || sheet.txStatusNo === null) return
    onRun({
      version: sheet.version,
      txStatusNo: sheet.txStatusNo,
      outcome,
      evidence: evidence.trim(),
      reference: reference.trim(),
      sendToMerchant: tellMerchant,
      ...(tagId !== null && { tagId }),
      ...(asksAmount && moved && { amount: moved }),
      ...(outcome === 'FAILED' && { statusNo: Number(code) }),
    })
  }
  const shown = (name: keyof typeof problems) => (tried ? problems[name] : undefined)
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={720}
      title={words[outcome].title}
      footer={
        <DialogFooter
          formId={formId}
          running={running}
          danger={outcome === 'FAILED'}
          keys="mod+Enter"
          onClose={onClose}
        >
          Decide: {outcome.toLowerCase()}
        </DialogFooter>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap={14}>
          <Text>{words[outcome].help} Your evidence is stored with your name.</Text>
          <Textarea
            label="Evidence"
            description="What you checked, and where"
            withAsterisk
            autosize
            minRows={2}
            maxRows={6}
            maxLength={longestEvidence}
            value={evidence}
            error={shown('evidence') ?? refused.evidence}
            data-autofocus
            onChange={(event) => setEvidence(event.currentTarget.value)}
          />
          <TextInput
            label="Reference"
            description={words[outcome].reference}
            withAsterisk
            maxLength={longestReference}
            value={reference}
            error={shown('reference') ?? refused.reference}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          {asksAmount ? (
            <MoneyInput
              id={`${formId}-amount`}
              field={movedField(sheet.pspAmount)}
              value={moved}
              error={shown('amount') ?? notShown ?? refused.amount}
              onChange={(value) => setMoved(value as WireMoney | null)}
              fixedCurrency
            />
          ) : null}
          {sheet.reasons.length > 0 ? (
            <Select
              label="Reason"
              clearable
              data={sheet.reasons.map(({ id, name }) => ({ value: id, label: name }))}
              value={tagId}
              onChange={setTagId}
            />
          ) : null}
          {outcome === 'FAILED' ? (
            <Select
              label="Status code"
              data={failedCodes}
              value={code}
              searchable
              allowDeselect={false}
              onChange={(next) => setCode(next ?? usualFailure)}
            />
          ) : null}
          <Checkbox
            label="Tell the merchant"
            description="If off, the merchant is not notified and keeps its current status"
            checked={tellMerchant}
            onChange={(event) => setTellMerchant(event.currentTarget.checked)}
          />
          {preview ? <OutcomeView preview={preview} tellMerchant={tellMerchant} /> : null}
        </Stack>
      </form>
    </Dialog>
  )
}
