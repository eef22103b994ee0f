import { Button, Stack, Text, TextInput } from '@mantine/core'
import { cardBrands, cardTypes, iinSources } from '@signalbox/model/reference/cards'
import { countryOf } from '@signalbox/model/reference/countries'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import styles from './test-bin.module.css'

type TestReply = ReplyOf<'POST /iin/test'>

const wordIn = (words: Readonly<Record<string, string>>, key: string): string => words[key] ?? key

function Candidates({ found, onOpen }: { readonly found: TestReply; readonly onOpen: (id: string) => void }) {
  const merchantName = useMerchantName()
  return (
    <ol className={styles.candidates}>
      {found.candidates.map((range) => (
        <li key={range.id} data-wins={range.loses === null || undefined}>
          <Button variant="subtle" size="compact-sm" className="mono" onClick={() => onOpen(range.id)}>
            {range.rangeStart}–{range.rangeEnd}
          </Button>
          <span>
            {wordIn(iinSources, range.source)} · {merchantName(range.merchantId)}
            {range.bankName === null ? '' : ` · ${range.bankName}`}
          </span>
          <Text
            size="sm"
            c={range.loses === null ? undefined : 'dimmed'}
            fw={range.loses === null ? 600 : undefined}
          >
            {range.loses ?? 'This range applies'}
          </Text>
        </li>
      ))}
    </ol>
  )
}

function Result({ found, onOpen }: { readonly found: TestReply; readonly onOpen: (id: string) => void }) {
  const [winner] = found.candidates.filter(({ loses }) => loses === null)
  return (
    <Stack gap={16} aria-live="polite">
      <KeyValues
        items={[
          { label: 'Brand', value: wordIn(cardBrands, found.brand) },
          { label: 'Type', value: wordIn(cardTypes, found.type) },
          { label: 'Bank', value: winner?.bankName ?? '–' },
          { label: 'Country', value: countryOf(winner?.countryCode ?? '')?.name ?? '–' },
        ]}
      />
      <Text>{found.because}</Text>
      {found.candidates.length > 0 ? <Candidates found={found} onOpen={onOpen} /> : null}
    </Stack>
  )
}

/** Which range payments with a card would use, and why that one. */
export function TestBin({ list }: { readonly list: ListPageModel }) {
  const [bin, setBin] = useState('')
  const test = useMutation({
    mutationFn: () => api('POST /iin/test', { body: { bin } }),
    onError: (error) => reportFailure(error, { label: 'BIN', done: 'tested' }),
  })
  const isBin = /^\d{6,11}$/.test(bin)
  return (
    <Drawer opened={list.state.dialog === 'test'} onClose={() => list.openDialog(null)} title="Test a BIN">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isBin) test.mutate()
        }}
      >
        <Stack gap={16} maw="35rem">
          <TextInput
            label="First digits of the card"
            description="6 to 11 digits"
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            data-autofocus
            value={bin}
            error={bin !== '' && !/^\d*$/.test(bin) ? 'Digits only' : undefined}
            onChange={(event) => setBin(event.currentTarget.value.trim())}
          />
          <Button
            type="submit"
            loading={test.isPending}
            disabled={!isBin}
            style={{ alignSelf: 'flex-start' }}
          >
            Test
          </Button>
          {test.data ? <Result found={test.data} onOpen={(id) => list.openDialog(null, id)} /> : null}
        </Stack>
      </form>
    </Drawer>
  )
}
