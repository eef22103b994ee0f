import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { MessageTexts } from '@signalbox/model/calls/message'
import { message, messageCategories, type MessageCategory } from '@signalbox/model/entities/message'
import { defaultLocale, localeName } from '@signalbox/model/messages/message-locale'
import { placeholderProblems } from '@signalbox/model/messages/placeholders'
import { texts as words } from '@signalbox/model/text/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { explainFailure, type Explanation } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { showWarning } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useLocales } from './use-locales.ts'

const categoryOptions = Object.entries(messageCategories).map(([value, label]) => ({ value, label }))

/** English first, which the others are translated from. */
const inOrder = (locales: readonly string[]): string[] =>
  [...new Set([defaultLocale, ...locales])].filter(Boolean)

interface KeyFormProps {
  /** What is saved now; nothing for a new key. */
  readonly saved: MessageTexts | undefined
  readonly locales: readonly string[]
  readonly onSaved: (key: string) => void
  readonly onCancel?: () => void
}

type Values = Readonly<Record<string, string>>

function valuesOf(saved: MessageTexts | undefined): Values {
  return Object.fromEntries((saved?.texts ?? []).map(({ locale, value }) => [locale, value]))
}

/** The refusal of the server under the inputs it is about. */
function fieldProblems(error: unknown): Values {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries((error.body.fields ?? []).map(({ field, message: text }) => [field, text]))
}

/** What can be said before the server is asked. */
function ownProblems(key: string, written: Values, unequal: Values): Values {
  const { matches, matchesText } = message.fields.key
  return {
    ...(key === '' && { key: words.required }),
    ...(key !== '' && matches?.test(key) === false && { key: matchesText }),
    ...(Object.keys(written).length === 0 && { [`texts.${defaultLocale}`]: words.required }),
    ...Object.fromEntries(Object.entries(unequal).map(([locale, text]) => [`texts.${locale}`, text])),
  }
}

function useKeyForm({ saved, locales, onSaved }: KeyFormProps) {
  const [key, setKey] = useState(saved?.key ?? '')
  const [category, setCategory] = useState<MessageCategory>(saved?.category ?? 'GUI_TEXT')
  const [description, setDescription] = useState(saved?.description ?? '')
  const [values, setValues] = useState<Values>(() => valuesOf(saved))
  const [problems, setProblems] = useState<Values>({})
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [running, setRunning] = useState(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()

  const written = Object.fromEntries(
    inOrder(locales).flatMap((locale) => (values[locale]?.trim() ? [[locale, values[locale]]] : [])),
  )
  const unequal = placeholderProblems(written)

  async function save() {
    const own = ownProblems(key.trim(), written, unequal)
    setProblems(own)
    setFailure(null)
    if (Object.keys(own).length > 0 || running) return
    setRunning(true)
    const body = {
      isNew: saved === undefined,
      category,
      description: description.trim() === '' ? null : description.trim(),
      texts: inOrder(locales).map((locale) => ({
        locale,
        value: values[locale]?.trim() ? (values[locale] ?? null) : null,
        version: saved?.texts.find((text) => text.locale === locale)?.version ?? null,
      })),
    }
    try {
      const done = await api('PUT /message/key/{key}', {
        params: { key: key.trim() },
        body,
        operationId: operationId([key, body]),
      })
      await queryClient.invalidateQueries({ queryKey: ['message'] })
      toast.success(`${done.key} saved.`)
      if (done.unequalBelow.length > 0)
        void showWarning({
          title: 'Texts of merchants below no longer match',
          message: unequalText(done.unequalBelow),
        })
      onSaved(done.key)
    } catch (error) {
      setProblems(fieldProblems(error))
      setFailure(explainFailure(error, { label: message.label, done: 'saved' }))
    }
    setRunning(false)
  }

  return {
    key,
    setKey,
    category,
    setCategory,
    description,
    setDescription,
    values,
    setValue: (locale: string, value: string) => setValues((last) => ({ ...last, [locale]: value })),
    problems,
    unequal,
    failure,
    running,
    save,
  }
}

/** Whose texts no longer fit, so that somebody tells them. */
const unequalText = (texts: MessageTexts['unequalBelow']): string =>
  `Placeholders now differ in texts of merchants below: ${texts.map(({ merchant, locale }) => `${merchant} (${locale})`).join(', ')}. They are listed there under missing translations.`

function Failure({ failure }: { readonly failure: Explanation | null }) {
  if (!failure) return null
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
      {failure.detail}
    </Alert>
  )
}

/** A text per locale, with whom it is inherited from. */
function Translations({
  saved,
  locales,
  form,
  disabled,
}: Pick<KeyFormProps, 'saved' | 'locales'> & {
  readonly form: ReturnType<typeof useKeyForm>
  readonly disabled: boolean
}) {
  const { merchantId } = useSession()
  const merchantName = useMerchantName()
  const inheritedFrom = (locale: string): string | undefined => {
    const text = saved?.texts.find((each) => each.locale === locale)
    return text && text.merchantId !== merchantId
      ? `Inherited from ${merchantName(text.merchantId)}`
      : undefined
  }
  return inOrder(locales).map((locale) => (
    <Textarea
      key={locale}
      label={`${localeName(locale)} · ${locale}`}
      description={inheritedFrom(locale)}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={2000}
      disabled={disabled}
      error={form.problems[`texts.${locale}`] ?? form.unequal[locale]}
      value={form.values[locale] ?? ''}
      onChange={(event) => form.setValue(locale, event.currentTarget.value)}
    />
  ))
}

/** One key in all locales; what is left blank is not translated, or inherited again. */
export function KeyForm(props: KeyFormProps) {
  const { saved, locales, onCancel } = props
  const form = useKeyForm(props)
  const mayEdit = useMay('messages.edit')
  const { problems } = form
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <Stack gap={14} maw="35rem">
        {saved ? null : (
          <TextInput
            label={message.fields.key.label}
            description={message.fields.key.help}
            withAsterisk
            data-autofocus
            error={problems.key}
            value={form.key}
            maxLength={120}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onChange={(event) => form.setKey(event.currentTarget.value)}
          />
        )}
        <Select
          label={message.fields.category.label}
          data={categoryOptions}
          allowDeselect={false}
          disabled={!mayEdit}
          value={form.category}
          onChange={(value) => form.setCategory((value ?? 'GUI_TEXT') as MessageCategory)}
        />
        <TextInput
          label={message.fields.description.label}
          disabled={!mayEdit}
          maxLength={200}
          value={form.description}
          onChange={(event) => form.setDescription(event.currentTarget.value)}
        />
        <Translations saved={saved} locales={locales} form={form} disabled={!mayEdit} />
        <Text size="xs" c="dimmed">
          {message.fields.value.help}
        </Text>
        <Failure failure={form.failure} />
        {mayEdit ? (
          <Group gap={8}>
            <Button type="submit" loading={form.running}>
              Save
            </Button>
            {onCancel ? (
              <Button variant="default" onClick={onCancel} disabled={form.running}>
                Cancel
              </Button>
            ) : null}
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}

/** The open text with its translations. */
export function KeyTab({ record }: { readonly record: Row }) {
  const { merchantId } = useSession()
  const key = String(record.key)
  const locales = useLocales()
  const query = useQuery({
    queryKey: ['message', 'key', merchantId, key],
    queryFn: ({ signal }) => api('GET /message/key/{key}', { params: { key }, signal, suppressToast: true }),
  })
  const versions = query.data?.texts.map(({ locale, version }) => `${locale}${version}`).join()
  return (
    <QueryBoundary query={query}>
      <KeyForm
        key={versions}
        saved={query.data}
        locales={locales.data?.items.map(({ locale }) => locale) ?? []}
        onSaved={() => void query.refetch()}
      />
    </QueryBoundary>
  )
}
