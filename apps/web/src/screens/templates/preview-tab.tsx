import { SegmentedControl, Select } from '@mantine/core'
import { localeNames } from '@signalbox/model/reference/locales'
import { sampleLabels, type SampleName } from '@signalbox/model/template-language/sample-views'
import type { TemplateDraft, TemplateType } from '@signalbox/model/template-language/template'
import { useMemo, useState } from 'react'
import { CodeEditor } from '../../kit/code-editor/code-editor.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { demoCashier } from './demo-cashier.ts'
import { FindingList } from './findings.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import styles from './preview-tab.module.css'
import { devices, type Device, type TemplatesNavigation } from './templates-address.ts'
import { useRendering, type Rendering } from './use-debounced-request.ts'

export interface PreviewTabProps {
  readonly draft: TemplateDraft
  readonly nav: TemplatesNavigation
}

const usual: Readonly<Record<string, SampleName>> = {
  PasswordReset: 'identity',
  Welcome: 'identity',
  LoginAlert: 'identity',
  MaintenanceStarted: 'operations',
  MaintenanceEnded: 'operations',
  SecretExpiry: 'operations',
  AccountVerification: 'operations',
}

/** The sample an author most likely wants: staff mails are about accounts, alerts about alerts, the rest about payments. */
export function usualSample({ templateType, content }: TemplateDraft): SampleName {
  const named = Object.hasOwn(usual, templateType) ? usual[templateType] : undefined
  if (named) return named
  if (/\$\{[^}]*\balert\./.test(content)) return 'alert'
  if (/\$\{[^}]*\buser\./.test(content)) return 'identity'
  return /withdrawal/i.test(templateType) ? 'withdrawal' : 'deposit'
}

const samples = Object.entries(sampleLabels).map(([value, label]) => ({ value, label }))
const locales = Object.entries(localeNames).map(([value, label]) => ({ value, label }))
const framed: readonly TemplateType[] = ['email', 'html', 'css']

function formatted(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function Mail({ rendered, device }: { readonly rendered: Rendering; readonly device: Device }) {
  const [part, setPart] = useState<'html' | 'text'>('html')
  return (
    <>
      <div className={styles.mailHead}>
        <div className={styles.subject}>{rendered.subject || '(no subject)'}</div>
        <SegmentedControl
          size="xs"
          aria-label="Part of the email"
          value={part}
          onChange={(value) => setPart(value as 'html' | 'text')}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
      </div>
      {part === 'html' ? (
        <PreviewFrame
          title="Preview of the email"
          html={rendered.content}
          device={device}
          address={rendered.pictured}
        />
      ) : (
        <pre className={styles.text}>{rendered.textContent}</pre>
      )}
    </>
  )
}

function Result({
  type,
  rendered,
  device,
}: {
  readonly type: TemplateType
  readonly rendered: Rendering
  readonly device: Device
}) {
  const { content } = rendered
  if (type === 'email') return <Mail rendered={rendered} device={device} />
  if (type === 'css') {
    return (
      <PreviewFrame title="Demo cashier with this theme" html={demoCashier} css={content} device={device} />
    )
  }
  if (type === 'mq') {
    return (
      <div className={styles.payload}>
        <CodeEditor label="Payload" value={formatted(content)} language="json" readOnly fill />
      </div>
    )
  }
  return (
    <PreviewFrame title="Preview of the page" html={content} device={device} address={rendered.pictured} />
  )
}

/** What the template makes of a sample, as its readers would see it. */
export function PreviewTab({ draft, nav }: PreviewTabProps) {
  const { address, view } = nav
  const sample = address.sample ?? usualSample(draft)
  const locale = address.renderLocale ?? draft.locale
  const localised = useMemo(() => ({ ...draft, locale }), [draft, locale])
  const { answer, error, upToDate } = useRendering(localised, sample)
  const usesSample = draft.type !== 'css'
  return (
    <div className={styles.tab}>
      <div className={styles.controls}>
        {usesSample ? (
          <>
            <Select
              aria-label="Sample"
              className={styles.sample}
              data={samples}
              value={sample}
              allowDeselect={false}
              onChange={(value) => view({ sample: value })}
            />
            <Select
              aria-label="Render in"
              className={styles.locale}
              data={locales}
              value={locale}
              allowDeselect={false}
              onChange={(value) => view({ as: value === draft.locale ? null : value })}
            />
          </>
        ) : null}
        {framed.includes(draft.type) ? (
          <SegmentedControl
            aria-label="Width"
            value={address.device}
            onChange={(value) => view({ device: value === 'desktop' ? null : value })}
            data={Object.entries(devices).map(([value, label]) => ({ value, label }))}
          />
        ) : null}
      </div>
      {answer === null && error === null ? (
        <Skeleton label="Rendering">
          <SkeletonLines lines={8} />
        </Skeleton>
      ) : null}
      {answer === null && error !== null ? <ErrorPanel title="The preview could not be created." /> : null}
      {answer !== null && answer.problems.length === 0 ? (
        <div className={styles.result} aria-busy={!upToDate}>
          <Result type={draft.type} rendered={answer} device={address.device} />
        </div>
      ) : null}
      {answer ? <FindingList problems={answer.problems} warnings={answer.warnings} /> : null}
    </div>
  )
}
