import type { AuthenticatorSetup } from '@signalbox/model/calls/login'
import { CopyText } from '../../ui/copy-text.tsx'
import styles from './authenticator-setup.module.css'

/** Secrets are read aloud and typed in groups of four. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** How an authenticator app learns the secret: by camera, or by hand. */
export function AuthenticatorInstructions({ setup }: { readonly setup: AuthenticatorSetup }) {
  return (
    <div className={styles.setup}>
      <img
        className={styles.picture}
        src={setup.qr}
        alt="QR code for your authenticator app"
        width={168}
        height={168}
      />
      <div>
        <p className={styles.text}>
          Scan the QR code with an authenticator app, then enter the six-digit code it shows.
        </p>
        <p className={styles.text}>Cannot scan it? Enter this secret instead:</p>
        <CopyText value={setup.secret} shown={inGroups(setup.secret)} label="Copy secret" />
      </div>
    </div>
  )
}
