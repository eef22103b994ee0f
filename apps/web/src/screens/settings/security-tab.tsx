import type { SecurityOverview } from '@signalbox/model/calls/me'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { SecurityKeyProblem } from '../../kit/session/security-key.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { RecoveryCodesCard, RecoveryCodesDialog } from './recovery-codes-card.tsx'
import { SecurityKeysCard } from './security-keys-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const securityKey = ['me', 'security']

/** What the cards of this tab share. */
export interface SecurityCardProps {
  readonly overview: SecurityOverview
  /** Does one thing, says what came of it, and reads the state again. True when it worked. */
  readonly attempt: (label: string, done: string, run: () => Promise<unknown>) => Promise<boolean>
  /** Codes are shown once, right when they are made. */
  readonly onRecoveryCodes: (codes: readonly string[] | undefined) => void
}

export function SecurityTab() {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: securityKey,
    queryFn: ({ signal }) => api('GET /me/security', { signal, suppressToast: true }),
  })

  const attempt = async (label: string, done: string, run: () => Promise<unknown>) => {
    try {
      await run()
      toast.success(`${label} ${done}.`)
      await client.invalidateQueries({ queryKey: securityKey })
      return true
    } catch (failure) {
      if (failure instanceof SecurityKeyProblem) toast.warning(failure.message)
      else reportFailure(failure, { label, done })
      return false
    }
  }

  if (error && !data) {
    return (
      <Card>
        <ErrorPanel
          title="Your security settings could not be loaded."
          requestId={error instanceof ApiError ? error.body.errorId : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  }
  if (!data) {
    return (
      <Skeleton>
        <SkeletonLines lines={10} />
      </Skeleton>
    )
  }
  const props: SecurityCardProps = {
    overview: data,
    attempt,
    onRecoveryCodes: (made) => setCodes(made ?? null),
  }
  return (
    <>
      <PasswordCard {...props} />
      <AuthenticatorCard {...props} />
      <SecurityKeysCard {...props} />
      <RecoveryCodesCard {...props} />
      <SessionsCard {...props} />
      {codes === null ? null : <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}
