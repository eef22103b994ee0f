import { Button } from '@mantine/core'
import { ledgerRequest, requestStates } from '@signalbox/model/entities/ledger-request'
import { useState } from 'react'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import { PageSwitch } from './page-switch.tsx'
import { ProposedLines, RequestAbout } from './request-about.tsx'
import { requestStakes } from './request-stakes.ts'

const AdjustmentDialog = loadable(async () => (await import('./adjustment-dialog.tsx')).AdjustmentDialog)

const tones: Readonly<Record<string, Tone>> = {
  WAITING: 'input',
  APPROVED: 'positive',
  REJECTED: 'negative',
  WITHDRAWN: 'neutral',
}
const words: Readonly<Record<string, string>> = requestStates

function RequestState({ value }: { readonly value: unknown }) {
  const name = String(value)
  return <StatusBadge tone={tones[name] ?? 'neutral'}>{words[name] ?? name}</StatusBadge>
}

function Tools() {
  const mayEdit = useMay('balance.edit')
  const [open, setOpen] = useState(false)
  return (
    <>
      <PageSwitch />
      {mayEdit ? (
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
          New adjustment
        </Button>
      ) : null}
      {open ? <AdjustmentDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

export const RequestsPage = resourceScreen({
  entity: ledgerRequest,
  part: 'requests',
  purpose: 'Adjustments, reversals and reopened periods, each proposed by one person and decided by another.',
  cells: { state: RequestState, lines: ProposedLines },
  operations: {
    refusal: (_name, { state }) => (state === 'WAITING' ? null : 'It is already decided.'),
    stakes: requestStakes,
    without: ['create', 'edit', 'delete'],
  },
  about: RequestAbout,
  around: { Tools },
})
