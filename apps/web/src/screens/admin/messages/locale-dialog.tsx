import { counted } from '@signalbox/model/text/counted'
import { Alert, Autocomplete, Button, Checkbox, Select, Stack, Text } from '@mantine/core'
import type { MessageLocaleUse } from '@signalbox/model/calls/message'
import { localeName, normalLocale } from '@signalbox/model/messages/message-locale'
import { uiLocales } from '@signalbox/model/reference/locales'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { explainFailure } from '../../../kit/failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'

interface LocaleDialogProps {
  readonly known: readonly MessageLocaleUse[]
  readonly onClose: () => void
}

function localeProblem(typed: string, locale: string | undefined, addsNothing: boolean): string | undefined {
  if (typed.trim() !== '' && locale === undefined) return 'Unknown locale. Use a BCP 47 tag such as sv_SE'
  return addsNothing ? 'This locale exists. Choose a locale to copy from.' : undefined
}

interface AddedLocale {
  readonly locale: string
  readonly overwrite: boolean
  readonly copyFrom?: string
}

function useAddLocale(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AddedLocale) => api('POST /message/locale', { body }),
    onSuccess: async ({ locale, copied }, { copyFrom }) => {
      await queryClient.invalidateQueries({ queryKey: ['message'] })
      toast.success(copyFrom ? `${counted(copied, 'text')} copied to ${locale}.` : `${locale} added.`)
      onDone()
    },
  })
}

/** A new locale, empty or begun with the texts of another one; or the texts of one locale copied into another. */
export function LocaleDialog({ known, onClose }: LocaleDialogProps) {
  const [typed, setTyped] = useState('')
  const [copyFrom, setCopyFrom] = useState<string | null>(null)
  const [overwrite, setOverwrite] = useState(false)
  const locale = normalLocale(typed)
  const exists = known.some((each) => each.locale === locale)
  const add = useAddLocale(onClose)
  const failure = add.error ? explainFailure(add.error, { label: 'Locale', done: 'added' }) : null
  const problem = localeProblem(typed, locale, exists && copyFrom === null)
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add or copy a locale"
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button
            onClick={() => add.mutate({ locale: typed, overwrite, ...(copyFrom && { copyFrom }) })}
            loading={add.isPending}
            disabled={locale === undefined || problem !== undefined || copyFrom === locale}
          >
            {copyFrom === null ? 'Add locale' : 'Copy texts'}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <Autocomplete
          label="Locale"
          description={locale === undefined ? 'Such as sv_SE' : localeName(locale)}
          withAsterisk
          data-autofocus
          data={[...new Set([...known.map((each) => each.locale), ...uiLocales])]}
          error={problem}
          value={typed}
          onChange={setTyped}
        />
        <Select
          label="Copy from"
          description="Blank: the locale begins without texts"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
          data={known
            .filter((each) => each.locale !== locale)
            .map((each) => ({ value: each.locale, label: `${each.name} · ${each.locale}` }))}
          value={copyFrom}
          onChange={setCopyFrom}
        />
        {copyFrom === null ? null : (
          <Checkbox
            label="Replace texts that exist already"
            checked={overwrite}
            onChange={(event) => setOverwrite(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          In use: {known.map((each) => `${each.locale} (${each.missing} missing)`).join(', ')}
        </Text>
        {failure ? (
          <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
            {failure.detail}
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  )
}
