import type { BankStatementPreview } from '@signalbox/model/calls/bank'
import { bankAccount } from '@signalbox/model/entities/bank-account'
import { bankEntry } from '@signalbox/model/entities/bank-entry'
import { bankStatement } from '@signalbox/model/entities/bank-statement'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { explainFailure } from '../../../kit/failure.ts'
import { toast } from '../../../ui/toast.tsx'
import { readBankFile } from './read-file.ts'

type Preview = ReplyOf<'POST /bank-statement/import/preview'>

interface StatementFile {
  readonly fileName: string
  readonly content: string
}

const failureText = (error: unknown): string | null =>
  error === null
    ? null
    : [explainFailure(error, { label: bankStatement.label, done: 'imported' })]
        .map((told) => [told?.text, told?.detail].filter(Boolean).join(' '))
        .join('')

/** Accounts of the file that nobody has added yet. */
export const unknownAccounts = (statements: readonly BankStatementPreview[]): string[] => [
  ...new Set(
    statements
      .filter(({ accountName }) => accountName === null)
      .map(({ accountNo, currency }) => `${accountNo} (${currency})`),
  ),
]

/** From the file to the written statements: checked first, then imported as a whole. */
export function useStatementImport(onDone: () => void) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<StatementFile | null>(null)
  const [addAccounts, setAddAccounts] = useState(false)
  const check = useMutation({
    mutationFn: (body: StatementFile & { readonly addAccounts: boolean }) =>
      api('POST /bank-statement/import/preview', { body }),
  })
  const commit = useMutation({
    mutationFn: (body: StatementFile & { readonly addAccounts: boolean }) =>
      api('POST /bank-statement/import/commit', { body }),
    onSuccess: ({ statements, matches }) => {
      toast.success(`Statements imported: ${statements.length}. Payouts confirmed: ${matches.confirmed}.`)
      for (const { slug } of [bankAccount, bankEntry, bankStatement])
        void queryClient.invalidateQueries({ queryKey: [slug] })
      onDone()
    },
  })
  const preview: Preview | null = check.data ?? null
  return {
    file,
    preview,
    addAccounts,
    failure: failureText(commit.error ?? check.error),
    running: check.isPending || commit.isPending,
    choose: async (chosen: File) => {
      const read = { fileName: chosen.name, content: await readBankFile(chosen) }
      setFile(read)
      commit.reset()
      check.mutate({ ...read, addAccounts })
    },
    setAddAccounts: (add: boolean) => {
      setAddAccounts(add)
      if (file) check.mutate({ ...file, addAccounts: add })
    },
    commit: () => {
      if (file) commit.mutate({ ...file, addAccounts })
    },
  }
}
