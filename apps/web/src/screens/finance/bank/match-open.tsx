import { Button } from '@mantine/core'
import { bankEntry } from '@signalbox/model/entities/bank-entry'
import { bankStatement } from '@signalbox/model/entities/bank-statement'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'

/** For when the settlement file came after the money. */
export function MatchOpen() {
  const mayMatch = useMay('settlements.edit')
  const queryClient = useQueryClient()
  const match = useMutation({
    mutationFn: () => api('POST /bank-entry/match', {}),
    onSuccess: ({ looked, matches }) => {
      toast.success(`Open entries: ${looked}. Confirmed now: ${matches.confirmed}.`)
      for (const { slug } of [bankEntry, bankStatement])
        void queryClient.invalidateQueries({ queryKey: [slug] })
    },
    onError: (error) => reportFailure(error, { label: bankEntry.plural, done: 'matched' }),
  })
  if (!mayMatch) return null
  return (
    <Button
      variant="default"
      leftSection={<Icon name="refresh" size={16} />}
      loading={match.isPending}
      onClick={() => match.mutate()}
    >
      Match open entries
    </Button>
  )
}
