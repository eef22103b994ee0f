import { Button } from '@mantine/core'
import type { UserSecurity } from '@signalbox/model/calls/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { QueryBoundary, Section } from '../../../kit/record/record-panel.tsx'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { toast } from '../../../ui/toast.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { SecondFactors } from './second-factors.tsx'
import styles from './user-panels.module.css'

/** Does something about the account, tells how it went and looks again. */
export type Attempt = (label: string, done: string, run: () => Promise<unknown>) => Promise<void>

const moment = (iso: unknown) => (typeof iso === 'string' ? <InstantView iso={iso} /> : null)

function SignInFacts({
  record,
  security,
  attempt,
}: {
  readonly record: Row
  readonly security: UserSecurity
  readonly attempt: Attempt
}) {
  const { linkExpiresAt, lockedUntil, passwordChangedAt } = security
  const withdraw = () =>
    attempt('Emailed link', 'withdrawn', () =>
      api('DELETE /user/{id}/password-link', { params: { id: String(record.id) } }),
    )
  const link =
    linkExpiresAt === null ? null : (
      <span className={styles.line}>
        <span>
          Valid until <InstantView iso={linkExpiresAt} />
        </span>
        <Button size="compact-xs" variant="default" onClick={() => void withdraw()}>
          Withdraw
        </Button>
      </span>
    )
  return (
    <Section title="Signing in">
      <KeyValues
        items={[
          { label: 'Last login', value: moment(record.lastLogin) ?? 'Never' },
          { label: 'From', value: record.lastLoginIp as string | null },
          { label: 'Failed attempts', value: String(record.failedAttempts) },
          { label: 'Locked until', value: moment(lockedUntil) },
          { label: 'Password changed', value: moment(passwordChangedAt) },
          { label: 'Emailed link', value: link },
        ]}
      />
    </Section>
  )
}

/** How somebody signs in and where they are signed in. */
export function SecurityTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const { merchantId } = useSession()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: [...recordKey('user', id), 'security', merchantId],
    queryFn: ({ signal }) => api('GET /user/{id}/security', { params: { id }, signal, suppressToast: true }),
  })
  const attempt: Attempt = async (label, done, run) => {
    try {
      await run()
      toast.success(`${label} was ${done}.`)
    } catch (error) {
      reportFailure(error, { label, done })
    }
    await queryClient.invalidateQueries({ queryKey: ['user'] })
  }
  return (
    <QueryBoundary query={query}>
      {query.data ? (
        <div className={styles.panel}>
          <SignInFacts record={record} security={query.data} attempt={attempt} />
          <SecondFactors record={record} security={query.data} attempt={attempt} />
          <OpenSessions userId={id} sessions={query.data.sessions} attempt={attempt} />
        </div>
      ) : null}
    </QueryBoundary>
  )
}
