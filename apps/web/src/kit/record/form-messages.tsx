import { Alert, Button } from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import { texts } from '@signalbox/model/text/texts'
import { useEffect, useRef } from 'react'
import { CopyText } from '../../ui/copy-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { inSentence } from '../list/listing.ts'
import { useMerchantName } from '../merchant-names.ts'
import styles from './record-form.module.css'
import { useMerchant } from '../session/session-store.ts'
import type { RecordFormModel } from './use-record-form.ts'

export interface FormPartProps {
  readonly entity: Entity
  readonly form: RecordFormModel
  readonly idOf: (name: string) => string
}

/** The errors in one place, each leading to its field. */
export function Summary({ entity, form, idOf }: FormPartProps) {
  const box = useRef<HTMLDivElement>(null)
  const names = Object.keys(form.problems)
  const shown = names.join('\n')
  useEffect(() => {
    if (shown !== '') box.current?.focus()
  }, [shown])
  if (names.length === 0) return null
  const labelOf = (path: string): string => {
    const [name = '', ...within] = path.split('.')
    const label = entity.fields[name]?.label ?? (name === 'note' ? 'Note' : '')
    return [label, ...within].join(' › ')
  }
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      variant="light"
      icon={<Icon name="warning" />}
      title={texts.formHasErrors}
      className={styles.summary}
    >
      <ul>
        {names.map((name) => (
          <li key={name}>
            {labelOf(name) === '' ? (
              form.problems[name]
            ) : (
              <a
                href={`#${idOf(name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(idOf(name))?.focus()
                }}
              >
                {labelOf(name)}: {form.problems[name]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** A save that failed for another reason than its content; what was typed stays. */
export function Failure({ form }: { readonly form: RecordFormModel }) {
  if (form.failure === null) return null
  const { text, detail, requestId } = form.failure
  return (
    <Alert color="red" variant="light" icon={<Icon name="warning" />} title={text} role="alert">
      {detail}
      {requestId ? (
        <div>
          Request id <CopyText value={requestId} label="Copy request id" />
        </div>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        loading={form.saving}
        onClick={() => void form.submit()}
      >
        Retry
      </Button>
    </Alert>
  )
}

/** What one should know before typing. */
export function Notices({ entity, form }: Pick<FormPartProps, 'entity' | 'form'>) {
  const merchant = useMerchant()
  const merchantName = useMerchantName()
  const { base } = form
  return (
    <>
      {form.restored ? (
        <Alert variant="light" icon={<Icon name="history" />} title="Your unsaved changes are back">
          <Button size="compact-sm" variant="default" onClick={form.startOver}>
            Start over
          </Button>
        </Alert>
      ) : null}
      {base?.inherited === true ? (
        <Alert
          variant="light"
          icon={<Icon name="inherit" />}
          title={`Inherited from ${merchantName(Number(base.merchantId))}`}
        >
          Saving creates a separate {inSentence(entity.label)} for {merchant.name}, which overrides the
          inherited one here.
        </Alert>
      ) : null}
    </>
  )
}
