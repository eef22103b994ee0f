import { Button } from '@mantine/core'
import styles from './login.module.css'

interface DemoLogin {
  readonly username: string
  readonly password: string
}

/** Made by the demo platform and by nothing else. */
const password = 'signalbox-demo-1'
const usernames = [
  'admin',
  'operator',
  'approver1',
  'investigator',
  'finance',
  'rules',
  'kyc',
  'auditor',
  'brand2',
  'nobody',
]

export default function DemoLogins({ onPick }: { readonly onPick: (login: DemoLogin) => void }) {
  return (
    <section className={styles.demo} aria-labelledby="demo-logins">
      <h2 id="demo-logins" className={styles.demoTitle}>
        Demo platform
      </h2>
      <p className={styles.lead}>
        Every demo login has the password <code>{password}</code>. Choose one to fill in the form:
      </p>
      <div className={styles.demoList}>
        {usernames.map((username) => (
          <Button
            key={username}
            size="compact-sm"
            variant="default"
            onClick={() => onPick({ username, password })}
          >
            {username}
          </Button>
        ))}
      </div>
    </section>
  )
}
