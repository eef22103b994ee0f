import { Button, Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { transactionFields, type TransactionRow } from '@signalbox/model/entities/transaction'
import { field } from '@signalbox/model/field'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { errorCodes } from '@signalbox/model/status-codes'
import { texts } from '@signalbox/model/texts'
import { useId, useState } from 'react'
import { FieldView } from '../../../kit/field-view.tsx'
import { MoneyInput } from '../../../kit/money-input.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { usePart } from '../detail/use-part.tsx'
import { leftFor } from './left-for.ts'
import { operationWords } from './operation-words.ts'

/** What an operation is told; the call takes it as it is. */
export interface OperationInput {
  readonly info?: string
  readonly tagId?: string
  readonly amount?: WireMoney
  readonly pspRefId?: string
  readonly statusNo?: number
  readonly sendToMerchant?: boolean
}

export interface OperationDialogProps {
  readonly name: OperationName
  readonly rows: readonly TransactionRow[]
  readonly running: boolean
  readonly onRun: (input: OperationInput) => void
  readonly onClose: () => void
}

const failedCodes = errorCodes
  .filter(({ status }) => status === 'FAILED')
  .map(({ no, code }) => ({ value: String(no), label: `${no} ${code}` }))
const usualFailure = '506'
const longestInfo = 200
const amountField = field.money({ label: 'Amount' })

function What({ rows }: { readonly rows: readonly TransactionRow[] }) {
  const [row] = rows
  if (!row) return null
  if (rows.length > 1) {
    return (
      <KeyValues
        dense
        items={totalsOf(rows).map((money) => ({
          label: `${rows.filter(({ currency }) => currency === money.currency).length} in ${money.currency}`,
          value: <FieldView field={transactionFields.amount} value={money} />,
        }))}
      />
    )
  }
  return (
    <KeyValues
      dense
      items={[
        { label: 'Transaction', value: <span className="mono">{row.id}</span> },
        { label: 'User', value: row.userId },
        { label: 'Amount', value: <FieldView field={transactionFields.amount} value={row.amount} /> },
        { label: 'Type', value: row.txType },
      ]}
    />
  )
}

/** What all of them come to, per currency. */
function totalsOf(rows: readonly TransactionRow[]): WireMoney[] {
  const digits = (amount: string) => BigInt(amount.replace('.', ''))
  const sums = new Map<string, { minor: bigint; decimals: number }>()
  for (const { amount } of rows) {
    const decimals = amount.amount.split('.')[1]?.length ?? 0
    const last = sums.get(amount.currency)?.minor ?? 0n
    sums.set(amount.currency, { minor: last + digits(amount.amount), decimals })
  }
  return [...sums].map(([currency, { minor, decimals }]) => {
    const text = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
    const whole = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
    return { amount: `${minor < 0n ? '-' : ''}${whole}`, currency }
  })
}

/** Says what will happen to which payment, asks what has to be known, and has the verb on its button. */
export function OperationDialog({ name, rows, running, onRun, onClose }: OperationDialogProps) {
  const formId = useId()
  const { label, effect } = operations[name]
  const { danger, asks = [], infoRequired } = operationWords[name]
  const [first] = rows
  const reasons = usePart('GET /transaction/{id}/reason', first?.id ?? 0).data
  const tags = reasons?.tags[name] ?? []
  const left = first && asks.includes('amount') ? leftFor(name, first) : null
  const [info, setInfo] = useState('')
  const [tagId, setTagId] = useState<string | null>(null)
  const [amount, setAmount] = useState<WireMoney | null>(left)
  const [evidence, setEvidence] = useState(first?.pspRefId ?? '')
  const [code, setCode] = useState(usualFailure)
  const [tellMerchant, setTellMerchant] = useState(true)
  const [tried, setTried] = useState(false)
  const needsInfo = infoRequired === true || (reasons?.required === true && tagId === null)
  const problems = {
    info: needsInfo && info.trim() === '' ? texts.required : undefined,
    evidence: asks.includes('evidence') && evidence.trim() === '' ? texts.required : undefined,
    amount:
      asks.includes('amount') && !(amount && parseMoney(amount.amount, amount.currency))
        ? texts.invalidAmount
        : undefined,
  }
  const submit = () => {
    setTried(true)
    if (Object.values(problems).some(Boolean)) return
    onRun({
      ...(info.trim() !== '' && { info: info.trim() }),
      ...(tagId !== null && { tagId }),
      ...(asks.includes('amount') && amount && amount.amount !== left?.amount && { amount }),
      ...(asks.includes('evidence') && { pspRefId: evidence.trim() }),
      ...(asks.includes('code') && { statusNo: Number(code) }),
      ...(asks.includes('merchant') && { sendToMerchant: tellMerchant }),
    })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={rows.length > 1 ? `${label}: ${rows.length} transactions` : label}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={running}>
            Cancel
          </Button>
          <Button type="submit" form={formId} color={danger ? 'red' : undefined} loading={running}>
            {label}
          </Button>
        </>
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
          <What rows={rows} />
          <Text>{effect}</Text>
          {asks.includes('amount') ? (
            <MoneyInput
              id={`${formId}-amount`}
              field={{ ...amountField, help: 'All that is left, or a part of it' }}
              value={amount}
              error={tried ? problems.amount : undefined}
              onChange={(value) => setAmount(value as WireMoney | null)}
              fixedCurrency
            />
          ) : null}
          {asks.includes('evidence') ? (
            <TextInput
              label="PSP reference"
              description="What proves at the PSP that it happened"
              withAsterisk
              value={evidence}
              error={tried ? problems.evidence : undefined}
              onChange={(event) => setEvidence(event.currentTarget.value)}
            />
          ) : null}
          {asks.includes('code') ? (
            <Select
              label="Status code"
              data={failedCodes}
              value={code}
              searchable
              allowDeselect={false}
              onChange={(next) => setCode(next ?? usualFailure)}
            />
          ) : null}
          {asks.includes('merchant') ? (
            <Checkbox
              label="Tell the merchant"
              description="Without it only the platform knows; the merchant keeps what it believes now"
              checked={tellMerchant}
              onChange={(event) => setTellMerchant(event.currentTarget.checked)}
            />
          ) : null}
          {tags.length > 0 ? (
            <Select
              label="Reason"
              data={tags.map(({ id, name: title }) => ({ value: id, label: title }))}
              value={tagId}
              clearable
              onChange={setTagId}
            />
          ) : null}
          <Textarea
            label={needsInfo ? 'Info' : 'Info (optional)'}
            withAsterisk={needsInfo}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={longestInfo}
            value={info}
            error={tried ? problems.info : undefined}
            data-autofocus
            onChange={(event) => setInfo(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
