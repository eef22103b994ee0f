import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadable } from '../../../ui/loadable.tsx'

const VerifyOutcome = loadable(async () => (await import('./verify-chains.tsx')).VerifyOutcome)

/** Recomputes the chains in scope and says whether the log can be trusted. */
export function VerifyButton() {
  const verify = useMutation({
    mutationFn: () => api('GET /audit/verify'),
    onError: (error) => reportFailure(error, { label: 'Audit log', done: 'verified' }),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="shield" size={16} />}
        loading={verify.isPending}
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      {verify.data ? <VerifyOutcome outcome={verify.data} onClose={() => verify.reset()} /> : null}
    </>
  )
}
