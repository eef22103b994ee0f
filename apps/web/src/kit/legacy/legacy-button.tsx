import { Button } from '@mantine/core'
import { useLegacyChoice } from './legacy-choice.ts'

/** The way to the classic grid, on pages that have one. */
export function LegacyButton() {
  const choice = useLegacyChoice()
  if (!choice || choice.isLegacy) return null
  return (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={() => choice.choose(true)}>
      Legacy view
    </Button>
  )
}
