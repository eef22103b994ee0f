import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { ReactNode } from 'react'
import type { Problems } from './input-problems.ts'
import styles from './simulator.module.css'

export interface GroupProps {
  readonly input: SimulationInput
  readonly problems: Problems
  readonly onChange: (input: SimulationInput) => void
}

type Group = Exclude<keyof SimulationInput, 'paymentId' | 'drawNo'>

/** Changes fields of one group; what is emptied is left out. */
export function changed<G extends Group>(
  input: SimulationInput,
  group: G,
  change: Partial<SimulationInput[G]>,
): SimulationInput {
  const next = { ...input[group], ...change }
  const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
  return { ...input, [group]: kept }
}

/** One of the seven groups, which can be folded away. */
export function InputGroup({
  title,
  summary,
  isOpen = false,
  children,
}: {
  readonly title: string
  readonly summary: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}) {
  return (
    <details className={styles.group} open={isOpen}>
      <summary className={styles.groupHead}>
        <span className={styles.groupTitle}>{title}</span>
        <span className={styles.groupSummary}>{summary}</span>
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
