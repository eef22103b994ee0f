import { Alert, Autocomplete, Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { FormInput } from '@signalbox/model/cashier/input-form'
import {
  inputProblemKey,
  isVisible,
  maskInput,
  validateInputs,
} from '@signalbox/model/cashier/validate-inputs'
import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import { uiLocales } from '@signalbox/model/reference/locales'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../../kit/api.ts'
import { countryOptions } from '../../../../kit/filter/filter-options.ts'
import type { ListPageModel } from '../../../../kit/list/use-list-page.ts'
import { QueryBoundary } from '../../../../kit/record/record-panel.tsx'
import { useSession } from '../../../../kit/session/session-store.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import styles from './inputs.module.css'

type Form = ReplyOf<'GET /payment-method-input/form'>
type Values = Readonly<Record<string, string>>

const types = transactionTypes.map(({ name }) => name)

const inputModes: Partial<Record<FormInput['type'], 'numeric' | 'tel' | 'email'>> = {
  NUMBER: 'numeric',
  CARD: 'numeric',
  PHONE: 'tel',
  EMAIL: 'email',
}

function PreviewField({
  input,
  value,
  problem,
  onChange,
}: {
  readonly input: FormInput
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { label, type, required, options, sensitive, mask } = input
  if (type === 'SELECT')
    return (
      <Select
        label={label}
        withAsterisk={required}
        data={options.map((option) => ({ value: option.value, label: option.label }))}
        error={problem}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  return (
    <TextInput
      label={label}
      withAsterisk={required}
      error={problem}
      inputMode={inputModes[type]}
      // A preview must not offer what the browser knows about the person who looks at it.
      autoComplete="off"
      placeholder={type === 'DATE' ? 'YYYY-MM-DD' : (mask ?? undefined)}
      description={sensitive ? 'Masked after it was entered' : undefined}
      value={value}
      onChange={(event) => onChange(maskInput(mask, event.currentTarget.value))}
    />
  )
}

/** The form as the cashier draws it; judged by the code that judges the payment. */
function PreviewForm({ form: { inputs, problems } }: { readonly form: Form }) {
  const [values, setValues] = useState<Values>({})
  const [tried, setTried] = useState(false)
  const found = validateInputs(inputs, values)
  const textFor = (name: string): string | undefined => {
    const problem = found.find(({ field }) => field === name)
    return (
      problem && fillPlaceholders(problems[inputProblemKey(problem.code)] ?? problem.code, problem.values)
    )
  }
  const visible = inputs.filter((input) => input.type !== 'HIDDEN' && isVisible(input, inputs, values))
  return (
    <form
      className={styles.preview}
      aria-label="Form of the cashier"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
      }}
    >
      {visible.length === 0 ? <p className={styles.none}>The user is asked for nothing.</p> : null}
      {visible.map((input) => (
        <PreviewField
          key={input.name}
          input={input}
          value={values[input.name] ?? ''}
          problem={tried || (values[input.name] ?? '') !== '' ? textFor(input.name) : undefined}
          onChange={(value) => setValues((last) => ({ ...last, [input.name]: value }))}
        />
      ))}
      <Button type="submit" style={{ alignSelf: 'flex-start' }}>
        Check
      </Button>
      {tried && found.length === 0 ? (
        <Alert color="green" variant="light" role="status" icon={<Icon name="check-circle" />}>
          The payment would be accepted with these values.
        </Alert>
      ) : null}
    </form>
  )
}

export function FormPreview({ list }: { readonly list: ListPageModel }) {
  const { merchantId } = useSession()
  const [txType, setTxType] = useState('CreditcardDeposit')
  const [service, setService] = useState('')
  const [country, setCountry] = useState<string | null>(null)
  const [locale, setLocale] = useState('en')
  const opened = list.state.dialog === 'preview'
  const query = useQuery({
    queryKey: ['payment-method-input', 'form', merchantId, txType, service, country, locale],
    queryFn: ({ signal }) =>
      api('GET /payment-method-input/form', {
        query: { txType, locale, ...(service !== '' && { service }), ...(country !== null && { country }) },
        signal,
        suppressToast: true,
      }),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer opened={opened} onClose={() => list.openDialog(null)} title="Preview of the form">
      <Stack gap={16} maw="35rem">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
          <Select
            label="Transaction type"
            data={types}
            searchable
            allowDeselect={false}
            value={txType}
            onChange={(value) => setTxType(value ?? txType)}
          />
          <TextInput
            label="Service"
            maxLength={50}
            value={service}
            onChange={(event) => setService(event.currentTarget.value)}
          />
          <Select
            label="Country"
            placeholder="Any"
            data={[...countryOptions]}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear' }}
            value={country}
            onChange={setCountry}
          />
          <Autocomplete label="Locale" data={['sv', ...uiLocales]} value={locale} onChange={setLocale} />
        </SimpleGrid>
        <QueryBoundary query={query}>
          {query.data ? <PreviewForm key={`${txType} ${service} ${country}`} form={query.data} /> : null}
        </QueryBoundary>
      </Stack>
    </Drawer>
  )
}
