import { Button } from '@mantine/core'
import type { ChangeSet } from '@signalbox/model/calls/change-set'
import { Link } from '@tanstack/react-router'
import { simulatorPath, simulatorSearchOfSet } from '../../../../kit/simulator-address.ts'
import { Icon } from '../../../../ui/icon.tsx'

/** What payments would make of all its drafts at once; released, they are the active rules. */
export function TrySet({ set: { id, state } }: { readonly set: ChangeSet }) {
  if (state === 'ACTIVE' || state === 'CANCELLED') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ justifySelf: 'start' }}
      leftSection={<Icon name="play" size={16} />}
      renderRoot={(props) => <Link {...props} to={simulatorPath} search={simulatorSearchOfSet(id)} />}
    >
      Try it
    </Button>
  )
}
