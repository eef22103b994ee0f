import { NumberInput, Select, TextInput } from '@mantine/core'
import { localeNames } from '@signalbox/model/reference/locales'
import { defaultScriptParams, template, type ScriptParams } from '@signalbox/model/template-language/template'
import styles from './details-fields.module.css'
import type { TemplateEditor } from './use-template-editor.ts'

export interface DetailsProps {
  readonly editor: TemplateEditor
  readonly mayEdit: boolean
}

const locales = Object.entries(localeNames).map(([value, label]) => ({
  value,
  label: value === 'all' ? label : `${label} · ${value}`,
}))

/** Name and selectors: what rules look the template up by. An override keeps those of what it overrides. */
export function DetailsFields({ editor, mayEdit }: DetailsProps) {
  const { draft, problems, base, set } = editor
  const fixedKey = !mayEdit || base?.inherited === true
  const { templateType, locale, channel, url, description } = template.fields
  return (
    <div className={styles.grid}>
      <TextInput
        label={templateType.label}
        description={templateType.help}
        required
        value={draft.templateType}
        error={problems.templateType}
        disabled={fixedKey}
        maxLength={80}
        className={styles.wide}
        classNames={{ input: 'mono' }}
        onChange={(event) => set('templateType', event.currentTarget.value)}
        data-autofocus={base === null || undefined}
      />
      <Select
        label={locale.label}
        description="“All locales” is the fallback for the others"
        required
        data={locales}
        value={draft.locale}
        error={problems.locale}
        disabled={fixedKey}
        allowDeselect={false}
        onChange={(value) => set('locale', value ?? 'all')}
      />
      <TextInput
        label={channel.label}
        description={channel.help}
        value={draft.channel ?? ''}
        error={problems.channel}
        disabled={fixedKey}
        maxLength={40}
        onChange={(event) => set('channel', event.currentTarget.value || null)}
      />
      <TextInput
        label={url.label}
        description={url.help}
        value={draft.url ?? ''}
        error={problems.url}
        disabled={fixedKey}
        maxLength={200}
        onChange={(event) => set('url', event.currentTarget.value || null)}
      />
      <TextInput
        label={description.label}
        description="For colleagues only"
        value={draft.description ?? ''}
        error={problems.description}
        disabled={!mayEdit}
        maxLength={500}
        className={styles.wide}
        onChange={(event) => set('description', event.currentTarget.value || null)}
      />
      {draft.type === 'script' ? <ScriptFields editor={editor} mayEdit={mayEdit} /> : null}
    </div>
  )
}

function ScriptFields({ editor, mayEdit }: DetailsProps) {
  const { draft, problems, set } = editor
  const params = (draft.params ?? defaultScriptParams) as ScriptParams
  return (
    <>
      <TextInput
        label="Function"
        description="Called with the input. Blank: the last expression is the result."
        value={params.entry ?? ''}
        error={problems.params ?? problems['params.entry']}
        disabled={!mayEdit}
        maxLength={63}
        classNames={{ input: 'mono' }}
        onChange={(event) => set('params', { ...params, entry: event.currentTarget.value || null })}
      />
      <NumberInput
        label="Processor time, ms"
        description="At most 50"
        value={params.timeoutMs}
        error={problems['params.timeoutMs']}
        disabled={!mayEdit}
        min={1}
        max={50}
        allowDecimal={false}
        onChange={(value) => set('params', { ...params, timeoutMs: Number(value) || 50 })}
      />
    </>
  )
}
