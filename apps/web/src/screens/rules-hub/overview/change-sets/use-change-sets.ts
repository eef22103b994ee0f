import type { ChangeSet, DraftSeen } from '@signalbox/model/calls/change-set'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../../../kit/api.ts'
import { reportFailure } from '../../../../kit/failure.ts'
import { useSession } from '../../../../kit/session/session-store.ts'
import { toast } from '../../../../ui/toast.tsx'
import { rulesetsKey } from '../../../decision-tables/for-other-screens.ts'

const setsKey = ['change-sets'] as const
export const mostShown = 100

export function useChangeSets() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...setsKey, merchantId],
    queryFn: ({ signal }) =>
      api('GET /changeset', { query: { start: 0, limit: mostShown }, signal, suppressToast: true }),
  })
}

export function useChangeSet(id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...setsKey, merchantId, id],
    queryFn: ({ signal }) => api('GET /changeset/{id}', { params: { id }, signal, suppressToast: true }),
  })
}

export interface DraftChoice {
  readonly value: string
  readonly label: string
  readonly seen: DraftSeen
}

/** Drafts that a set could take in. */
export function useDraftChoices(): readonly DraftChoice[] {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: [...setsKey, 'drafts', merchantId],
    queryFn: ({ signal }) =>
      api('GET /ruleset-overview', {
        query: { state: 'DRAFT,REJECTED', start: 0, limit: 200 },
        signal,
        suppressToast: true,
      }),
  })
  return (data?.items ?? []).map(({ id, name, category, editedVersion, editedRevision }) => ({
    value: String(id),
    label: `${tableOfSlug(String(category))?.title ?? category}: ${name} v${editedVersion}`,
    seen: { rulesetId: String(id), version: Number(editedVersion), revision: Number(editedRevision) },
  }))
}

/** Runs a step of a set once, says what came of it, and shows what is newest either way. */
export function useSetStep() {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const busy = useRef(false)
  const take = async (
    step: () => Promise<ChangeSet>,
    said: (next: ChangeSet) => string,
    done: string,
  ): Promise<ChangeSet | null> => {
    if (busy.current) return null
    busy.current = true
    setBusy(true)
    try {
      const next = await step()
      toast.success(said(next))
      return next
    } catch (error) {
      reportFailure(error, { label: 'Change set', done })
      return null
    } finally {
      busy.current = false
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: setsKey })
      void queryClient.invalidateQueries({ queryKey: rulesetsKey })
      void queryClient.invalidateQueries({ queryKey: ['ruleset-overview'] })
    }
  }
  return { isBusy, take }
}
