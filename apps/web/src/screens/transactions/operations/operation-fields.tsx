import { Checkbox, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { notificationKinds, type NotificationKind } from '@signalbox/model/payments/tx-event'
import { field } from '@signalbox/model/field/field'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { corrections, type CorrectionType } from '@signalbox/model/payments/corrections'
import { errorCodes } from '@signalbox/model/reference/status-codes'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { FieldEdit } from '../../../kit/field/field-edit.tsx'
import { MoneyInput } from '../../../kit/field/money-input.tsx'
import { usePspName } from '../../../kit/psp-names.ts'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import {
  amountOf,
  asksFor,
  evidenceOf,
  needsInfo,
  reasonTagsOf,
  tagsOf,
  targetKey,
  usualFailure,
  type PendingOperation,
  type OperationDraft,
  type Problems,
} from './operation-draft.ts'
import { operationTexts } from './operation-texts.ts'

export interface FieldsProps {
  readonly pending: PendingOperation
  readonly problems: Problems
  readonly formId: string
  /** Tags that are in use, to pick from. */
  readonly knownTags: readonly string[]
  readonly onChange: (change: Partial<OperationDraft>) => void
}

const failedCodes = errorCodes
  .filter(({ status }) => status === 'FAILED')
  .map(({ no, code }) => ({ value: String(no), label: `${no} ${code}` }))
const longestInfo = 200
const longestTag = 40
const amountField = field.money({ label: 'Amount' })
const notifiedOn = field.day({
  label: 'Notified on',
  help: 'YYYY-MM-DD, the day on the letter of the bank or the scheme',
})

function CorrectionFields({ pending, problems, formId, onChange }: FieldsProps) {
  const { draft, reasons } = pending
  const dated = draft.correction !== undefined && corrections[draft.correction].dated
  return (
    <>
      <Select
        label="What happened"
        withAsterisk
        data={(reasons?.corrections ?? []).map(({ type }) => ({
          value: type,
          label: corrections[type].label,
        }))}
        value={draft.correction ?? null}
        error={problems.correction}
        allowDeselect={false}
        onChange={(type) => onChange({ correction: type as CorrectionType, tagId: null, amount: undefined })}
      />
      {dated ? (
        <FieldEdit
          id={`${formId}-date`}
          field={{ ...notifiedOn, required: draft.correction === 'ManualChargeback' }}
          value={draft.date}
          error={problems.date}
          onChange={(date) => onChange({ date: String(date) })}
        />
      ) : null}
    </>
  )
}

function TagFields({ pending, problems, knownTags, onChange }: FieldsProps) {
  const several = pending.rows.length > 1
  const theirs = [...new Set(pending.rows.flatMap(({ tags }) => tags ?? []))]
  return (
    <>
      <TagsInput
        label={several ? 'Add tags' : 'Tags'}
        description="Press Enter after each"
        data={[...new Set([...theirs, ...knownTags])]}
        value={[...tagsOf(pending)]}
        error={problems.tags}
        maxLength={longestTag}
        data-autofocus
        onChange={(tags) => onChange({ tags })}
      />
      {several && theirs.length > 0 ? (
        <TagsInput
          label="Remove tags"
          data={theirs}
          value={[...pending.draft.removed]}
          onChange={(removed) => onChange({ removed })}
        />
      ) : null}
    </>
  )
}

/** Everybody may take a case; who hands out work may give it to someone else. */
function AssigneeField({ pending, onChange }: FieldsProps) {
  const mayGive = useMay('investigate.assign')
  const { user } = useSession().metadata
  const { data } = useQuery({
    queryKey: ['case', 'options', useSession().merchantId],
    queryFn: ({ signal }) => api('GET /case/options', { signal, suppressToast: true }),
    enabled: mayGive,
  })
  if (!mayGive) return null
  const others = (data?.people ?? []).filter(({ id }) => id !== user.id)
  return (
    <Select
      label="Assign to"
      placeholder="Yourself"
      clearable
      searchable
      data={others.map(({ id, username }) => ({ value: id, label: username }))}
      value={pending.draft.assigneeId ?? null}
      onChange={(assigneeId) => onChange({ assigneeId })}
    />
  )
}

/** The amount stands apart: what it begins with comes from the server and follows what is being corrected. */
function AmountField({ pending, problems, formId, onChange }: FieldsProps) {
  const isNew = asksFor(pending, 'newAmount')
  const isMoved = asksFor(pending, 'moved')
  if (!isNew && !isMoved && !asksFor(pending, 'amount')) return null
  const { asked } = pending.reasons?.inDoubt ?? {}
  const helpOfMoved = asked ? `The PSP was asked for ${asked.amount} ${asked.currency}` : ''
  const help = isNew ? 'Enter the amount of the new payment' : 'The full amount left, or part of it'
  const label = isMoved ? 'Amount moved by the PSP' : amountField.label
  return (
    <MoneyInput
      key={pending.draft.correction}
      id={`${formId}-amount`}
      field={{ ...amountField, label, help: isMoved ? helpOfMoved : help }}
      value={amountOf(pending)}
      error={problems.amount}
      onChange={(value) => onChange({ amount: value as WireMoney | null })}
      fixedCurrency
    />
  )
}

function TargetField({ pending, onChange }: FieldsProps) {
  const targets = pending.reasons?.targets ?? []
  const pspName = usePspName()
  return (
    <Select
      label="PSP"
      description="Blank: the PSP that has the payment, or the one the rules name"
      placeholder="By the rules"
      clearable
      searchable
      data={targets.map((target) => ({
        value: targetKey(target),
        label: `${pspName(target.psp)} · ${target.pspAccount}`,
      }))}
      value={pending.draft.target ?? null}
      onChange={(target) => onChange({ target })}
    />
  )
}

/** What each message does where it arrives. */
const kindWords: Readonly<Record<NotificationKind, string>> = {
  TRANSFER: 'Transfer: the merchant books the money',
  CANCEL: 'Cancel: the merchant releases what it reserved',
  NOTIFICATION: 'Notification of the merchant',
  WEBHOOK: 'Webhooks of API clients',
  EMAIL: 'Email to the user',
  SMS: 'Text message to the user',
  MQ: 'Messages for queues',
}

function KindField({ pending, onChange }: FieldsProps) {
  const { rows, reasons, draft } = pending
  const sent = rows.length > 1 ? null : new Set(reasons?.lastTold.map(({ kind }) => kind))
  return (
    <Select
      label="What is sent again"
      placeholder="All notifications that move no money"
      clearable
      data={notificationKinds
        .filter((kind) => sent === null || sent.has(kind))
        .map((kind) => ({ value: kind, label: kindWords[kind] }))}
      value={draft.kind ?? null}
      onChange={(kind) => onChange({ kind: kind as NotificationKind | null })}
    />
  )
}

/** Everything an operation asks for, in the order in which people think about it. */
export function OperationFields(props: FieldsProps) {
  const { pending, problems, onChange } = props
  const { draft } = pending
  const tags = reasonTagsOf(pending)
  const mustSay = needsInfo(pending)
  return (
    <>
      {asksFor(pending, 'correction') ? <CorrectionFields {...props} /> : null}
      {asksFor(pending, 'tags') ? <TagFields {...props} /> : null}
      {asksFor(pending, 'assignee') ? <AssigneeField {...props} /> : null}
      {asksFor(pending, 'target') ? <TargetField {...props} /> : null}
      {asksFor(pending, 'kind') ? <KindField {...props} /> : null}
      <AmountField {...props} />
      {asksFor(pending, 'evidence') ? (
        <TextInput
          label="PSP reference"
          description="The reference that proves it at the PSP"
          withAsterisk
          value={evidenceOf(pending)}
          error={problems.evidence}
          onChange={(event) => onChange({ evidence: event.currentTarget.value })}
        />
      ) : null}
      {asksFor(pending, 'code') ? (
        <Select
          label="Status code"
          data={failedCodes}
          value={draft.code ?? usualFailure}
          searchable
          allowDeselect={false}
          onChange={(next) => onChange({ code: next ?? usualFailure })}
        />
      ) : null}
      {asksFor(pending, 'merchant') ? (
        <Checkbox
          label="Tell the merchant"
          description="If off, the merchant is not notified and keeps its current status"
          checked={draft.tellMerchant}
          onChange={(event) => onChange({ tellMerchant: event.currentTarget.checked })}
        />
      ) : null}
      {tags.length > 0 ? (
        <Select
          label="Reason"
          data={tags.map(({ id, name: title }) => ({ value: id, label: title }))}
          value={draft.tagId}
          clearable
          onChange={(tagId) => onChange({ tagId })}
        />
      ) : null}
      {operationTexts[pending.name].noInfo ? null : (
        <Textarea
          label={mustSay ? 'Info' : 'Info (optional)'}
          withAsterisk={mustSay}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={longestInfo}
          value={draft.info}
          error={problems.info}
          data-autofocus
          onChange={(event) => onChange({ info: event.currentTarget.value })}
        />
      )}
    </>
  )
}
