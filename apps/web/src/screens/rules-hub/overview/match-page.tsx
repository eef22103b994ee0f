import { Button, Select, Textarea } from '@mantine/core'
import type { MatchedPayment } from '@signalbox/model/calls/rules-hub'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { isSubmitKey } from '../../../ui/submit-key.ts'
import styles from './match.module.css'
import { MatchedPayments } from './matched-payments.tsx'
import { useOverviewAddress } from './overview-address.ts'
import { PartSwitch } from './part-switch.tsx'
import { useDrafts } from './use-drafts.ts'

const most = 100

const idsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((each) => each !== ''))]

const problemOf = (ids: readonly string[]): string | null => {
  if (ids.length === 0) return 'Enter payment ids or references'
  return ids.length > most ? `At most ${most} payments; ${ids.length} entered` : null
}

interface FormProps {
  readonly payments: string
  readonly draft: string | undefined
  readonly onMatch: (ids: readonly string[], draft: string | undefined) => void
}

function MatchForm({ payments, draft: chosen, onMatch }: FormProps) {
  const [text, setText] = useState(payments.replaceAll(',', '\n'))
  const [draft, setDraft] = useState<string | null>(chosen ?? null)
  const [tried, setTried] = useState(false)
  const drafts = useDrafts()
  const ids = idsIn(text)
  const problem = problemOf(ids)
  const match = () => {
    setTried(true)
    if (problem === null) onMatch(ids, draft ?? undefined)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        match()
      }}
    >
      <Textarea
        label="Payments"
        description="Ids or references such as 100010001A27023107, up to 100"
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        error={tried ? problem : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return
          event.preventDefault()
          match()
        }}
        className={styles.ids}
      />
      <div className={styles.choice}>
        <Select
          label="Draft (optional)"
          description="Compared as well"
          placeholder="No draft"
          searchable
          clearable
          data={drafts}
          value={draft}
          onChange={setDraft}
          nothingFoundMessage="No drafts"
        />
        <Button type="submit">Match payments</Button>
      </div>
    </form>
  )
}

const readDraft = (text: string | undefined) => {
  const [rulesetId, version] = text?.split('@') ?? []
  return rulesetId && version ? { rulesetId, version: Number(version) } : undefined
}

function Result({ ids, draft }: { readonly ids: readonly string[]; readonly draft: string | undefined }) {
  const { merchantId } = useSession()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['rules-hub', 'match', merchantId, ids, draft],
    queryFn: ({ signal }) =>
      api('POST /ruleset/match', {
        body: { payments: [...ids], ...(readDraft(draft) && { draft: readDraft(draft) }) },
        signal,
        suppressToast: true,
      }),
    enabled: ids.length > 0,
  })
  if (ids.length === 0)
    return (
      <EmptyState icon="search" title="See which rules decided about payments">
        Compare what was decided with what the rules would decide now, or with a draft.
      </EmptyState>
    )
  if (isPending)
    return (
      <Skeleton>
        <SkeletonLines lines={8} />
      </Skeleton>
    )
  if (isError)
    return <ErrorPanel compact title="The payments could not be matched." onRetry={() => void refetch()} />
  return <MatchedPayments items={data.items as readonly MatchedPayment[]} withDraft={draft !== undefined} />
}

/** Which rules decided about payments, which would now, and which would with a draft. */
export function MatchPage() {
  const { search, go } = useOverviewAddress()
  const ids = idsIn(search.payments ?? '')
  return (
    <Page title="Rules overview" actions={<PartSwitch />}>
      <div className={styles.page}>
        <Card>
          <MatchForm
            payments={search.payments ?? ''}
            draft={search.draft}
            onMatch={(wanted, draft) => go({ mode: 'match', payments: wanted.join(','), draft })}
          />
        </Card>
        <Result ids={ids} draft={search.draft} />
      </div>
    </Page>
  )
}
