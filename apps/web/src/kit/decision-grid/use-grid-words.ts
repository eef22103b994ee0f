import type { UserFormats } from '@signalbox/model/text/user-formats'
import { useMemo } from 'react'
import { usePspName } from '../psp-names.ts'
import { useFormats } from '../session/session-store.ts'
import type { GridWords } from './cell-display.ts'

/** What cells of decision tables are written with for the person who is signed in. */
export function useGridWords(): UserFormats & GridWords {
  const formats = useFormats()
  const pspName = usePspName()
  return useMemo(() => ({ ...formats, pspName }), [formats, pspName])
}
