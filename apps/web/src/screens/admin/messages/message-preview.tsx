import { Autocomplete, Select, Stack, Text, TextInput } from '@mantine/core'
import { errorCodes } from '@signalbox/model/reference/status-codes'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import styles from './messages.module.css'

type Preview = ReplyOf<'POST /message/preview'>

const codes = [...new Set(errorCodes.map(({ code }) => code))].toSorted()
const types = transactionTypes.map(({ name }) => name)

function Found({ preview: { text, source, keys, locales } }: { readonly preview: Preview }) {
  const merchantName = useMerchantName()
  return (
    <Stack gap={12} aria-live="polite">
      <div className={styles.bubble}>{text}</div>
      <Text size="sm" c="dimmed">
        {source
          ? `From ${merchantName(source.merchantId)}, ${source.locale}`
          : 'No text: the platform text is used.'}
      </Text>
      <section>
        <Text fw={600} mb={4}>
          Keys in the order they are looked up, in {locales.join(', then ')}
        </Text>
        <ol className={styles.keys}>
          {keys.map((key) => (
            <li key={key} data-hit={key === source?.key || undefined}>
              <span className="mono">{key}</span>
              {key === source?.key ? ' (used)' : ''}
            </li>
          ))}
        </ol>
      </section>
    </Stack>
  )
}

/** What the user of a payment that fails like this reads. */
export function MessagePreview({ locales }: { readonly locales: readonly string[] }) {
  const { merchantId } = useSession()
  const [txType, setTxType] = useState('CreditcardDeposit')
  const [statusCode, setStatusCode] = useState('ERR_DECLINED_NO_FUNDS')
  const [pspStatusCode, setPspStatusCode] = useState('')
  const [messageKey, setMessageKey] = useState('')
  const [locale, setLocale] = useState('en')
  const body = {
    txType,
    statusCode,
    locale: locale.trim() === '' ? 'en' : locale,
    amount: { amount: '50.00', currency: 'EUR' },
    ...(pspStatusCode !== '' && { pspStatusCode }),
    ...(messageKey !== '' && { messageKey }),
  }
  const query = useQuery({
    queryKey: ['message', 'preview', merchantId, body],
    queryFn: ({ signal }) =>
      api('POST /message/preview', { body: body as never, signal, suppressToast: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Stack gap={16} maw="35rem">
      <Select
        label="Transaction type"
        data={types}
        searchable
        allowDeselect={false}
        value={txType}
        onChange={(value) => setTxType(value ?? txType)}
      />
      <Select
        label="Status"
        data={codes}
        searchable
        allowDeselect={false}
        value={statusCode}
        onChange={(value) => setStatusCode(value ?? statusCode)}
      />
      <TextInput
        label="PSP code"
        description="Blank: none"
        maxLength={60}
        value={pspStatusCode}
        onChange={(event) => setPspStatusCode(event.currentTarget.value)}
      />
      <TextInput
        label="Message key of a rule"
        description="Blank: none"
        maxLength={120}
        value={messageKey}
        onChange={(event) => setMessageKey(event.currentTarget.value)}
      />
      <Autocomplete label="Locale" data={[...locales]} value={locale} onChange={setLocale} />
      <QueryBoundary query={query}>{query.data ? <Found preview={query.data} /> : null}</QueryBoundary>
    </Stack>
  )
}
