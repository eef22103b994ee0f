import { Button, SegmentedControl } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTokenPsps } from './onboarding-operations.ts'

/** The list or its figures, and the beginning of the wizard. */
export function OnboardingTools({ list }: { readonly list: ListPageModel }) {
  const mayEdit = useMay('scheme-token-onboarding.edit')
  useTokenPsps()
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={list.state.mode ?? 'all'}
        data={[
          { value: 'all', label: 'Onboardings' },
          { value: 'metrics', label: 'Metrics' },
        ]}
        onChange={(mode) => list.change((state) => ({ ...state, mode: mode === 'all' ? null : mode }))}
      />
      {mayEdit ? (
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => list.openDialog('start', null)}>
          Start onboarding
        </Button>
      ) : null}
    </>
  )
}
