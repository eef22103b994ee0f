import { largestSettlementFile } from '@signalbox/model/settlements/file-limits'
import { counted } from '@signalbox/model/text/counted'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { explainFailure } from '../../../kit/failure.ts'
import { toast } from '../../../ui/toast.tsx'

export interface ImportChoice {
  readonly psp: string | null
  readonly pspAccount: string | null
  /** Empty: the generic one. */
  readonly profileId: string
  readonly file: File | null
  readonly declaredNet: string
  readonly supersede: boolean
}

const nothingChosen: ImportChoice = {
  psp: null,
  pspAccount: null,
  profileId: '',
  file: null,
  declaredNet: '',
  supersede: false,
}

const accountOf = ({ psp, pspAccount, profileId }: ImportChoice) => ({
  psp: psp ?? '',
  pspAccount: pspAccount ?? '',
  ...(profileId !== '' && { profileId }),
})

/** An import from the chosen file to the batch: it is checked first, and then imported by what was checked. */
export function useImportFile(isOpen: boolean, onDone: (id: string) => void) {
  const [choice, setChoice] = useState(nothingChosen)
  const queryClient = useQueryClient()
  const options = useQuery({
    queryKey: ['settlement-profile', 'import options'],
    queryFn: () => api('GET /settlement/import/options'),
    enabled: isOpen,
  })
  const check = useMutation({
    mutationFn: async ({ file, ...chosen }: ImportChoice) => {
      if (!file) throw new RangeError('A file is chosen before it is checked')
      const body = { ...accountOf({ file, ...chosen }), fileName: file.name, content: await file.text() }
      return api('POST /settlement/import/preview', { body })
    },
  })
  const commit = useMutation({
    mutationFn: (sha256: string) =>
      api('POST /settlement/import/commit', {
        body: {
          ...accountOf(choice),
          sha256,
          ...(choice.declaredNet.trim() !== '' && { declaredNet: choice.declaredNet.trim() }),
          ...(choice.supersede && { supersede: true }),
        },
      }),
    onSuccess: ({ id, lines, differences }) => {
      void queryClient.invalidateQueries({ queryKey: ['settlement-batch'] })
      toast.success(`${counted(lines, 'line')} imported, ${counted(differences, 'difference')}.`)
      setChoice(nothingChosen)
      check.reset()
      onDone(id)
    },
  })
  const failed = commit.error ?? check.error
  return {
    choice,
    options: options.data,
    preview: check.data ?? null,
    isTooLarge: (choice.file?.size ?? 0) > largestSettlementFile,
    isRunning: check.isPending || commit.isPending,
    failure: failed ? explainFailure(failed, { label: 'Settlement file', done: 'imported' }) : null,
    set: (change: Partial<ImportChoice>) => {
      setChoice((before) => ({ ...before, ...change }))
      commit.reset()
      if ('psp' in change || 'pspAccount' in change || 'profileId' in change || 'file' in change)
        check.reset()
    },
    reset: () => {
      setChoice(nothingChosen)
      check.reset()
      commit.reset()
    },
    back: () => {
      check.reset()
      commit.reset()
    },
    check: () => check.mutate(choice),
    commit: () => check.data && commit.mutate(check.data.sha256),
  }
}
