import { Button } from '@mantine/core'
import type { ChangeSetSummary } from '@signalbox/model/calls/change-set'
import { useState } from 'react'
import { InstantView } from '../../../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../../../kit/merchant-names.ts'
import { useMay } from '../../../../kit/session/session-store.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Skeleton, SkeletonLines } from '../../../../ui/skeleton.tsx'
import { SmallTable } from '../../../../ui/small-table.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { useOverviewAddress } from '../overview-address.ts'
import { PartSwitch } from '../part-switch.tsx'
import { ChangeSetDrawer } from './change-set-drawer.tsx'
import { setStates } from './change-set-words.ts'
import styles from './change-sets.module.css'
import { NewChangeSet } from './new-change-set.tsx'
import { mostShown, useChangeSets } from './use-change-sets.ts'

const columns = ['Title', 'State', 'Rulesets', 'Merchant', 'Created by', 'Updated']

interface SetListProps {
  readonly items: readonly ChangeSetSummary[]
  readonly onOpen: (id: string) => void
}

function SetList({ items, onOpen }: SetListProps) {
  const nameOf = useMerchantName()
  return (
    <Card>
      <SmallTable label="Change sets" columns={columns} figures={['Rulesets']}>
        {items.map(({ id, title, state, memberCount, merchantId, createdBy, updatedAt }) => (
          <tr key={id}>
            <th scope="row">
              <button type="button" className={styles.open} onClick={() => onOpen(id)}>
                {title}
              </button>
            </th>
            <td>
              <StatusBadge tone={setStates[state].tone} icon={setStates[state].icon}>
                {setStates[state].word}
              </StatusBadge>
            </td>
            <td data-figure>{memberCount}</td>
            <td>{nameOf(merchantId)}</td>
            <td>{createdBy}</td>
            <td>
              <InstantView iso={updatedAt} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  )
}

/** Changes of several rulesets that become active together or not at all. */
export function ChangeSetsPage() {
  const { search, go } = useOverviewAddress()
  const { data, isPending, isError, refetch } = useChangeSets()
  const mayEdit = useMay('rules-hub.edit')
  const [isNew, setNew] = useState(false)
  const open = (id: string | undefined) => go({ mode: 'change-sets', id })
  const add = mayEdit ? (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
      New change set
    </Button>
  ) : undefined
  return (
    <Page
      title="Rules overview"
      actions={
        <>
          <PartSwitch />
          {add}
        </>
      }
    >
      {isPending ? (
        <Skeleton>
          <SkeletonLines lines={8} />
        </Skeleton>
      ) : isError ? (
        <ErrorPanel title="The change sets could not be loaded." onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <EmptyState icon="rules" title="No change sets yet">
          Put drafts of several rulesets together, to have them approved and activated as one.
        </EmptyState>
      ) : (
        <>
          <SetList items={data.items} onOpen={open} />
          {data.items.length === mostShown ? (
            <p className={styles.quiet}>The {mostShown} last changed are shown.</p>
          ) : null}
        </>
      )}
      {isNew ? (
        <NewChangeSet
          onClose={() => setNew(false)}
          onCreated={(id) => {
            setNew(false)
            open(id)
          }}
        />
      ) : null}
      {search.id ? <ChangeSetDrawer key={search.id} id={search.id} onClose={() => open(undefined)} /> : null}
    </Page>
  )
}
