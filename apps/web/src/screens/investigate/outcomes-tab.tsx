import { OutcomeView, Part, useOutcomes } from '../transactions/for-other-screens.ts'
import styles from './investigate.module.css'

/** Both decisions side by side. */
export function OutcomesTab({ id }: { readonly id: string }) {
  const query = useOutcomes('case', id)
  return (
    <Part query={query}>
      {({ outcomes }) =>
        outcomes.length === 0 ? (
          <p className={styles.note}>The payment does not need a decision at the moment.</p>
        ) : (
          <div className={styles.outcomes}>
            {outcomes.map((preview) => (
              <OutcomeView key={preview.outcome} preview={preview} />
            ))}
          </div>
        )
      }
    </Part>
  )
}
