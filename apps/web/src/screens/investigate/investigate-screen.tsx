import { SegmentedControl } from '@mantine/core'
import { caseDesks, type CaseDesk } from '@signalbox/model/entities/case'
import { ActionMenu, type MenuEntry } from '../../kit/action/action-menu.tsx'
import { useAddressTab, useOpenFirst } from '../../kit/address-tab.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { withFilter } from '../../kit/list/list-state.ts'
import { titleOf, type Row } from '../../kit/list/listing.ts'
import { copyLink } from '../../kit/copy-link.ts'
import { useMay } from '../../kit/session/session-store.ts'
import { useHistory } from '../../kit/record/use-history.ts'
import { useListPage, type ListPageModel } from '../../kit/list/use-list-page.ts'
import { useStable } from '../../kit/use-stable.ts'
import { loadable, useOnceNeeded, usePrefetch } from '../../ui/loadable.tsx'
import { BooksTab, CallsTab, TimelineTab } from '../transactions/for-other-screens.ts'
import { caseCells, marksOf } from './case-cells.tsx'
import { asCase, deskColumns, useCaseListing } from './case-listing.ts'
import styles from './investigate.module.css'
import { OpenCase } from './open-case.tsx'
import { useBulkCases } from './use-bulk-cases.tsx'
import { useCaseActions } from './use-case-actions.ts'

const firstDesk: CaseDesk = 'cases'

const CaseDrawer = loadable(async () => (await import('./case-drawer.tsx')).CaseDrawer)
const parts = [CaseDrawer, TimelineTab, CallsTab, BooksTab]

const desks = Object.entries(caseDesks).map(([value, label]) => ({ value, label }))

const purposes: Readonly<Record<CaseDesk, string>> = {
  cases: 'Unclear payments and disputes appear here, the most urgent first.',
  callbacks: 'Callbacks about unknown payments appear here.',
}

function DeskTabs({ list, desk }: { readonly list: ListPageModel; readonly desk: CaseDesk }) {
  const { change } = list
  return (
    <SegmentedControl
      aria-label="Queue"
      className={styles.desks}
      data={desks}
      value={desk}
      onChange={(next) =>
        change((current) => ({ ...withFilter(current, 'desk', next), id: null, dialog: null, tab: null }))
      }
    />
  )
}

function useRowMenu(list: ListPageModel) {
  const caseActions = useCaseActions()
  const history = useHistory()
  const entries = (row: Row): MenuEntry[] => {
    const { allowed, version, txId } = asCase(row)
    return [
      { label: 'Open', icon: 'expand', onClick: () => list.openRow(row) },
      ...(allowed.includes('take')
        ? [
            {
              label: 'Take',
              icon: 'hand' as const,
              onClick: () => void caseActions.run('take', asCase(row), { version }),
            },
          ]
        : []),
      ...(allowed.includes('unassign')
        ? [
            {
              label: 'Unassign',
              icon: 'undo' as const,
              onClick: () => void caseActions.run('unassign', asCase(row), { version }),
            },
          ]
        : []),
      ...(txId === null
        ? []
        : [
            {
              label: 'Open transaction',
              icon: 'transactions' as const,
              onClick: () => history.push(`/transactions?id=${txId}`),
            },
          ]),
      {
        label: 'Copy link',
        icon: 'link',
        onClick: () => void copyLink(window.location.origin + list.hrefOf(row)),
      },
    ]
  }
  return useStable((row: Row) => (
    <ActionMenu
      label={`Actions for ${titleOf(list.listing, row)}`}
      row={row}
      entries={entries(row)}
      actions={[]}
      onAction={() => undefined}
    />
  ))
}

function Desk({ desk }: { readonly desk: CaseDesk }) {
  const list = useListPage(useCaseListing(desk), deskColumns[desk])
  const bulk = useBulkCases(list)
  const actions = useRowMenu(list)
  const mayOpen = useMay('investigate.edit')
  const { state } = list
  const drawerNeeded = useOnceNeeded(state.id !== null)
  usePrefetch(parts, list.query.isSuccess)
  useOpenFirst(list)
  return (
    <ListPage
      list={list}
      title="Investigate"
      permission="investigate.view"
      purpose={purposes[desk]}
      tools={<DeskTabs list={list} desk={desk} />}
      primary={mayOpen && desk === 'cases' ? <OpenCase list={list} /> : null}
      cells={caseCells}
      marksOf={marksOf}
      actions={actions}
      selection={bulk.selection}
      below={bulk.bar}
    >
      {drawerNeeded ? <CaseDrawer list={list} id={state.id ?? ''} /> : null}
      {bulk.dialog}
    </ListPage>
  )
}

/** What somebody has to find out. The side of the desk stands in the address, like any other filter. */
export default function InvestigateScreen() {
  const desk = useAddressTab({ path: '/investigate', name: 'desk', tabs: caseDesks, first: firstDesk })
  return desk === null ? null : <Desk key={desk} desk={desk} />
}
