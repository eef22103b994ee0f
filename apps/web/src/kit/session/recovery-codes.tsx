import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './recovery-codes.module.css'

const fileText = (codes: readonly string[]) =>
  [
    'Signalbox recovery codes',
    'Each code signs you in once if you lose your second factor.',
    '',
    ...codes,
    '',
  ].join('\n')

/** Codes that are shown this once. The parent decides how to go on; here one can only take them along. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <div>
      <p className={styles.text}>
        Keep these codes in a safe place. Each code signs you in once if you lose your phone or key. They are
        not shown again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          onClick={() =>
            saveFile('signalbox-recovery-codes.txt', new Blob([fileText(codes)], { type: 'text/plain' }))
          }
        >
          Download
        </Button>
      </div>
    </div>
  )
}
