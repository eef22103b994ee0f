import { useMediaQuery } from '@mantine/hooks'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { ComponentType } from 'react'
import { ApiError } from '../../kit/api.ts'
import { useMerchantInAddress } from '../../kit/session/merchant-in-address.ts'
import { useMerchant } from '../../kit/session/session-store.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { under } from '../../ui/breakpoints.ts'
import { useTableAddress } from './table-address.ts'
import { TableEditor } from './table-editor.tsx'
import { TablePage } from './table-page.tsx'
import { PhoneRows } from './lazy-table-components.ts'
import { useCatalogue, useCellLanguage, useLoadedTable } from './use-loaded-table.ts'

/** Rows like a spreadsheet want width. */
const phone = under('tablet')

/** The table of the selected merchant. */
function LoadedScreen({ table }: { readonly table: DecisionTable }) {
  const { id } = useMerchant()
  const nav = useTableAddress()
  const query = useLoadedTable(table.slug)
  const language = useCellLanguage()
  const catalogue = useCatalogue()
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const error = query.error ?? language.error
  if (error && !query.data) {
    return (
      <TablePage table={table}>
        <ErrorPanel
          title="The rules could not be loaded."
          requestId={error instanceof ApiError ? error.body.errorId : undefined}
          onRetry={() => void Promise.all([query.refetch(), language.refetch()])}
          retrying={query.isFetching}
        />
      </TablePage>
    )
  }
  if (!query.data || !language.data) {
    return (
      <TablePage table={table}>
        <Skeleton>
          <SkeletonLines lines={14} />
        </Skeleton>
      </TablePage>
    )
  }
  if (isPhone) {
    return (
      <TablePage table={table} content="scroll">
        <PhoneRows
          table={table}
          loaded={query.data}
          catalogues={catalogue.isPending ? undefined : (catalogue.data?.items ?? {})}
        />
      </TablePage>
    )
  }
  return (
    <TableEditor
      key={`${id} ${table.slug}`}
      table={table}
      loaded={query.data}
      language={language.data}
      catalogues={catalogue.data?.items}
      nav={nav}
    />
  )
}

/** One screen for all decision tables; they differ in their columns, their outcomes and who may open them. */
function DecisionTableScreen({ table }: { readonly table: DecisionTable }) {
  const whose = useMerchantInAddress('merchant')
  if (whose === 'turning') return null
  if (whose === 'own') return <LoadedScreen table={table} />
  return (
    <TablePage table={table}>
      <ErrorPanel
        title="This link is for a merchant you cannot see."
        detail="Ask for access to the merchant, or open the table from the menu."
      />
    </TablePage>
  )
}

/** The screen of one table, as the table of contents wants it. */
export function decisionTableScreen(slug: string): ComponentType {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`There is no decision table ${slug}`)
  return function TypedDecisionTableScreen() {
    return <DecisionTableScreen table={table} />
  }
}
