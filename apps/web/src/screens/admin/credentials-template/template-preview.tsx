import {
  standsAtRoot,
  standsInAccount,
  type CredentialField,
} from '@signalbox/model/configuration/credential-field'
import { useId, useState } from 'react'
import { CredentialForm } from '../../../kit/credential-form/credential-form.tsx'
import styles from './fields.module.css'

type Values = Readonly<Record<string, unknown>>

/** The form as whoever configures the PSP will see it. One can try it; nothing is kept. */
export function TemplatePreview({ fields }: { readonly fields: readonly CredentialField[] }) {
  const id = useId()
  const [root, setRoot] = useState<Values>({})
  const [account, setAccount] = useState<Values>({})
  const complete = fields.filter(({ key, label }) => key !== '' && label !== '')
  const atRoot = complete.filter(standsAtRoot)
  if (complete.length === 0) return <p className={styles.muted}>No fields.</p>
  return (
    <>
      {atRoot.length > 0 ? (
        <section className={styles.preview} aria-label="Preview, for all accounts">
          <h4>For all accounts</h4>
          <CredentialForm
            id={`${id}-root`}
            fields={atRoot}
            values={root}
            optional
            onChange={(key, value) => setRoot((last) => ({ ...last, [key]: value }))}
          />
        </section>
      ) : null}
      <section className={styles.preview} aria-label="Preview, one account">
        <h4>Account “default”</h4>
        <CredentialForm
          id={`${id}-account`}
          fields={complete.filter(standsInAccount)}
          values={account}
          behind={root}
          onChange={(key, value) => setAccount((last) => ({ ...last, [key]: value }))}
        />
      </section>
    </>
  )
}
