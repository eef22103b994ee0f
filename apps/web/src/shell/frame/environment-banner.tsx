import type { Environment } from '@signalbox/model/access/session'
import { Icon } from '../../ui/icon.tsx'
import styles from './environment-banner.module.css'

const words: Record<Exclude<Environment, 'production'>, string> = {
  staging: 'Staging: test data, no real money moves.',
  development: 'Development: all data may be reset.',
}

/** Says loudly where one is, except in production, where silence is the signal. */
export function EnvironmentBanner({ environment }: { readonly environment: Environment }) {
  if (environment === 'production') return null
  return (
    <div className={styles.banner} data-environment={environment} role="note">
      <Icon name={environment === 'staging' ? 'warning' : 'info'} size={16} />
      {words[environment]}
    </div>
  )
}
