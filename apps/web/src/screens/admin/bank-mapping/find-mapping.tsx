import { Button, Stack, Text, TextInput } from '@mantine/core'
import { bankMapping, bankMappingConditions } from '@signalbox/model/entities/bank-mapping'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { isNothing } from '../../../kit/field/display-text.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { FieldEdit } from '../../../kit/field/field-edit.tsx'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { IbanInput, type Payout } from './iban-input.tsx'
import { ibanProblem } from './iban-problem.ts'

const widest = 560

type FindMappingReply = ReplyOf<'POST /bank-mapping/find'>

const { fields } = bankMapping
type FieldName = keyof typeof fields
const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name)

function PassedOver({ rows }: { readonly rows: FindMappingReply['passedOver'] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <Text fw={600} mb={4}>
        Rows checked before
      </Text>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {rows.map(({ id, title, failed }) => (
          <li key={id}>
            {title}: {isFieldName(failed) ? `${fields[failed].label} does not match` : failed}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Result({
  found,
  onOpen,
}: {
  readonly found: FindMappingReply
  readonly onOpen: (id: string) => void
}) {
  const merchantName = useMerchantName()
  const { matched, actions, passedOver } = found
  return (
    <Stack gap={16} aria-live="polite">
      {matched === null ? (
        <EmptyState icon="search" title="No row matches">
          The provider’s own configuration applies.
        </EmptyState>
      ) : (
        <section>
          <Text fw={600} mb={8}>
            <Button variant="subtle" size="compact-sm" onClick={() => onOpen(matched.id)}>
              {matched.title}
            </Button>{' '}
            of {merchantName(matched.merchantId)} matches
          </Text>
          <KeyValues
            items={Object.entries(actions).map(([name, value]) => ({
              label: isFieldName(name) ? fields[name].label : name,
              value: isFieldName(name) ? (
                <FieldView field={fields[name]} value={value} layout="full" />
              ) : (
                value
              ),
            }))}
          />
        </section>
      )}
      <PassedOver rows={passedOver} />
    </Stack>
  )
}

/** Which mapping the payout of a payment there is already has. */
function OfTransaction({ id, onOpen }: { readonly id: string; readonly onOpen: (id: string) => void }) {
  const [txId, setTxId] = useState('')
  const find = useMutation({
    mutationFn: (given: string) =>
      api('GET /bank-mapping/for-transaction/{txId}', { params: { txId: Number(given) } }),
    onError: (error) => reportFailure(error, { label: 'Transaction', done: 'looked up' }),
  })
  const given = txId.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (/^\d{1,16}$/.test(given)) find.mutate(given)
      }}
    >
      <Stack gap={16} maw={widest} mb={24}>
        <TextInput
          id={id}
          label="Transaction id"
          description="Finds the row for the payout of this transaction, by the rows as they are now."
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          error={given !== '' && !/^\d+$/.test(given) ? 'Must be digits' : null}
          value={txId}
          onChange={(event) => setTxId(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={find.isPending} style={{ alignSelf: 'flex-start' }}>
          Find for transaction
        </Button>
        {find.data && !find.data.isBankPayout ? (
          <EmptyState icon="search" title="No payout to a bank account">
            Bank mappings apply to payouts to bank accounts only.
          </EmptyState>
        ) : null}
        {find.data?.isBankPayout ? <Result found={find.data} onOpen={onOpen} /> : null}
      </Stack>
    </form>
  )
}

/** Tries the mappings on a payout there is, or on one that does not exist yet. */
export function FindMapping({ list }: { readonly list: ListPageModel }) {
  const prefix = useId()
  const [payout, setPayout] = useState<Payout>({})
  const [iban, setIban] = useState('')
  const [ibanFinished, setIbanFinished] = useState(false)
  const find = useMutation({
    mutationFn: (payout: Payout) => {
      const given = Object.entries(payout).filter(([, value]) => !isNothing(value))
      return api('POST /bank-mapping/find', { body: Object.fromEntries(given) as Record<string, string> })
    },
    onError: (error) => reportFailure(error, { label: bankMapping.label, done: 'looked up' }),
  })
  return (
    <Drawer
      opened={list.state.dialog === 'find'}
      onClose={() => list.openDialog(null)}
      title="Find the mapping for a payout"
    >
      <OfTransaction id={`${prefix}-tx`} onOpen={(id) => list.openDialog(null, id)} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setIbanFinished(true)
          if (ibanProblem(iban) === null) find.mutate(payout)
          else document.getElementById(`${prefix}-iban`)?.focus()
        }}
      >
        <Stack gap={16} maw={widest}>
          <IbanInput
            id={`${prefix}-iban`}
            text={iban}
            onText={(text) => {
              setIban(text)
              setIbanFinished(false)
            }}
            finished={ibanFinished}
            onFinish={() => setIbanFinished(true)}
            onRead={(filled, isValid) => {
              const whole = { ...payout, ...filled }
              setPayout(whole)
              if (isValid) find.mutate(whole)
              else find.reset()
            }}
          />
          {bankMappingConditions.map((name) => {
            const { kind, label } = fields[name]
            return (
              <FieldEdit
                key={name}
                id={`${prefix}-${name}`}
                // The payout has plain values where the mapping has patterns over them.
                field={kind === 'pattern' ? { kind: 'string', label } : fields[name]}
                value={payout[name] ?? null}
                onChange={(value) => setPayout((last) => ({ ...last, [name]: value }))}
              />
            )
          })}
          <Button type="submit" loading={find.isPending} style={{ alignSelf: 'flex-start' }}>
            Find
          </Button>
          {find.data ? <Result found={find.data} onOpen={(id) => list.openDialog(null, id)} /> : null}
        </Stack>
      </form>
    </Drawer>
  )
}
