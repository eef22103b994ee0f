import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { ReactNode } from 'react'
import { FavoriteStar } from '../../kit/list/favorite-star.tsx'
import { LegacyButton } from '../../kit/legacy/legacy-button.tsx'
import { useMerchant } from '../../kit/session/session-store.ts'
import { Page } from '../../ui/page.tsx'
import styles from './table-page.module.css'
import { policyWords } from './table-words.ts'

export interface TablePageProps {
  readonly table: DecisionTable
  readonly actions?: ReactNode
  readonly content?: 'fill' | 'scroll'
  readonly children: ReactNode
}

/** What every state of the screen has: what the table is for, how it decides, and for whom. */
export function TablePage({ table, actions, content = 'fill', children }: TablePageProps) {
  const { name } = useMerchant()
  return (
    <Page
      title={table.title}
      titleExtra={<FavoriteStar page={table.route} title={table.title} />}
      actions={
        <>
          <LegacyButton />
          {actions}
        </>
      }
      content={content}
      toolbar={
        <p className={styles.purpose}>
          {table.purpose} {policyWords[table.hitPolicy]} For {name}.
        </p>
      }
    >
      {children}
    </Page>
  )
}
