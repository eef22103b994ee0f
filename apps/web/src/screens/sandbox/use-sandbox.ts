import type { SandboxAct, SandboxState } from '@signalbox/model/calls/sandbox'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { toast } from '../../ui/toast.tsx'

const key = ['sandbox']
const refreshMs = 5_000

/** The simulated world, looked at again every few seconds: payments go on while the panel is open. */
export const useSandbox = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /sandbox', { signal, suppressToast: true }),
    refetchInterval: refreshMs,
  })

export interface SandboxAction {
  readonly act: SandboxAct
  /** What to say when it is done. */
  readonly done: string
}

/** Does something over there, and shows how things stand afterwards. */
export function useAct() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ act }: SandboxAction) => api('POST /sandbox/act', { body: act }),
    onSuccess: (state: SandboxState, { done }) => {
      queryClient.setQueryData(key, state)
      toast.success(done)
    },
    onError: (error) => reportFailure(error, { label: 'Sandbox', done: 'changed' }),
  })
}

/** The PSPs of the catalogue by name: outside production the sandbox plays them all. */
export const useProviders = (): readonly { readonly value: string; readonly label: string }[] =>
  useSession().metadata.enums.psps.map(({ psp, name }) => ({ value: psp, label: name }))
