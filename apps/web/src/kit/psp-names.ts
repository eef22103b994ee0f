import type { Metadata } from '@signalbox/model/access/session'
import { useCallback } from 'react'
import { useSession } from './session/session-store.ts'

type NamedPsps = Metadata['enums']['psps']
export type PspName = (id: string) => string

/** One that left the catalogue has only its id. */
export const pspNameIn =
  (psps: NamedPsps): PspName =>
  (id) =>
    psps.find(({ psp }) => psp === id)?.name ?? id

const idLike = /[a-z][\w-]*[a-z0-9]/g

/** A sentence that the platform wrote, with the names of the PSPs whose ids are in it. */
export const withPspNamesIn = (psps: NamedPsps) => {
  const nameOf = pspNameIn(psps)
  return (sentence: string): string => sentence.replace(idLike, nameOf)
}

/** What people call a PSP. */
export function usePspName(): PspName {
  const { psps } = useSession().metadata.enums
  return useCallback((id: string) => pspNameIn(psps)(id), [psps])
}

export function useWithPspNames(): (sentence: string) => string {
  const { psps } = useSession().metadata.enums
  return useCallback((sentence: string) => withPspNamesIn(psps)(sentence), [psps])
}
