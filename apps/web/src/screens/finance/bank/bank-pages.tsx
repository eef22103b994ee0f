import { Button } from '@mantine/core'
import { bankAccount } from '@signalbox/model/entities/bank-account'
import { bankEntry } from '@signalbox/model/entities/bank-entry'
import { bankStatement } from '@signalbox/model/entities/bank-statement'
import type { ComponentType } from 'react'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { BatchLink, EntryState, Gap } from './bank-cells.tsx'
import { entryRefusal, entryStakes } from './entry-rules.ts'
import { MatchOpen } from './match-open.tsx'
import { StatementAbout } from './statement-about.tsx'

type ListPart = ComponentType<{ readonly list: ListPageModel }>

const ImportStatement = loadable(async () => (await import('./import-statement.tsx')).ImportStatement)

function ImportButton({ list }: { readonly list: ListPageModel }) {
  const mayImport = useMay('settlements.edit')
  if (!mayImport) return null
  return (
    <Button
      leftSection={<Icon name="upload" size={16} />}
      onClick={() => list.openDialog('import-statement', null)}
    >
      Import statement
    </Button>
  )
}

/** Bank accounts, their statements and entries, each with what leads from one list to another. */
export function bankPages(
  Switch: ListPart,
): Readonly<Record<'bank' | 'bank-entries' | 'bank-accounts', ComponentType>> {
  return {
    bank: resourceScreen({
      entity: bankStatement,
      part: 'bank',
      purpose:
        'Statements of the bank, as camt.053 or MT940. They confirm the payouts of settlement batches.',
      cells: { gap: Gap },
      operations: { without: ['create', 'edit', 'delete'] },
      about: StatementAbout,
      around: {
        Tools: ({ list }) => (
          <>
            <Switch list={list} />
            <ImportButton list={list} />
          </>
        ),
        Overlay: ImportStatement,
      },
    }),
    'bank-entries': resourceScreen({
      entity: bankEntry,
      part: 'bank-entries',
      purpose: 'What the bank booked, and which payout of a PSP it is.',
      columns: [
        'bookedOn',
        'state',
        'amount',
        'counterparty',
        'reference',
        'batchRef',
        'psp',
        'expected',
        'accountName',
        'matchNote',
      ],
      cells: { state: EntryState, batchRef: BatchLink },
      operations: { refusal: entryRefusal, stakes: entryStakes, without: ['create', 'edit', 'delete'] },
      around: {
        Tools: ({ list }) => (
          <>
            <Switch list={list} />
            <MatchOpen />
          </>
        ),
      },
    }),
    'bank-accounts': resourceScreen({
      entity: bankAccount,
      part: 'bank-accounts',
      purpose: 'Accounts to which PSPs pay out. Statements are recognised by account number and currency.',
      around: { Tools: Switch },
    }),
  }
}
