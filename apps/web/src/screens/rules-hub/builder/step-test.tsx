import { SimulatorPanes, useSimulator } from '../simulator/for-other-screens.ts'
import styles from './builder.module.css'
import type { SavedDraft } from './builder-draft.ts'

/** The simulator on the saved draft, with its test cases. */
export function TestStep({ saved: { rulesetId, version } }: { readonly saved: SavedDraft }) {
  const simulator = useSimulator({ rules: { versions: [{ rulesetId, version }] } })
  return (
    <>
      <p className={styles.lead}>
        Payments are simulated with the draft in place of the active version. Save those that must keep their
        outcome as test cases: a failing one blocks the submission.
      </p>
      <SimulatorPanes simulator={simulator} />
    </>
  )
}
