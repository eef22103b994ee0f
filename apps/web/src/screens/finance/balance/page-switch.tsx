import { SegmentedControl } from '@mantine/core'
import styles from './balance.module.css'
import { parts, partOf, useBalanceAddress } from './balance-address.ts'

/** From one side of the books to another. */
export function PageSwitch() {
  const { search, go } = useBalanceAddress()
  return (
    <div className={styles.switch}>
      <SegmentedControl
        aria-label="Show"
        classNames={{ root: styles.switchParts, control: styles.switchPart }}
        value={partOf(search.mode)}
        onChange={(part) => go({ mode: part === 'trial' ? undefined : part })}
        data={Object.entries(parts).map(([value, label]) => ({ value, label }))}
      />
    </div>
  )
}
