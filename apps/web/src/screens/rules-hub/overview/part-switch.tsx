import { SegmentedControl } from '@mantine/core'
import { partOf, parts, useOverviewAddress } from './overview-address.ts'

/** From the list of rulesets to the payments they decide about, and back. */
export function PartSwitch() {
  const { search, go } = useOverviewAddress()
  return (
    <SegmentedControl
      aria-label="Show"
      value={partOf(search.mode)}
      onChange={(part) => go({ mode: part === 'rulesets' ? undefined : part })}
      data={Object.entries(parts).map(([value, label]) => ({ value, label }))}
    />
  )
}
