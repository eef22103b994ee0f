import { Button, FileButton, Input } from '@mantine/core'
import { logoFileProblem } from '@signalbox/model/reference/psp-logo'
import { useState } from 'react'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LogoView } from './logo-view.tsx'
import styles from './psp-parts.module.css'

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

/** A small PNG, shown wherever the PSP is named. */
export function LogoEditor({ id, field, value, error, disabled, onChange }: FieldEditProps) {
  const [refusal, setRefusal] = useState<string>()
  const choose = async (file: File | null) => {
    if (!file) return
    const problem = logoFileProblem(file)
    setRefusal(problem)
    if (problem === undefined) onChange(await dataUrlOf(file))
  }
  const hasLogo = typeof value === 'string' && value !== ''
  return (
    <Input.Wrapper
      id={id}
      label={field.label}
      labelElement="div"
      description="PNG, at most 50 kB and 1024 pixels wide or high"
      error={refusal ?? error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={styles.logoLine}>
        {hasLogo ? <LogoView value={value} /> : null}
        <FileButton accept="image/png" onChange={(file) => void choose(file)} disabled={disabled}>
          {(button) => (
            <Button
              {...button}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="upload" size={14} />}
            >
              {hasLogo ? 'Replace' : 'Upload'}
            </Button>
          )}
        </FileButton>
        {hasLogo ? (
          <Button size="compact-sm" variant="subtle" disabled={disabled} onClick={() => onChange(null)}>
            Remove
          </Button>
        ) : null}
      </div>
    </Input.Wrapper>
  )
}
