import { Button } from '@mantine/core'
import { api } from '../../kit/api.ts'
import { InstantView } from '../../kit/instant-view.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { describeAgent, isHandheld } from '../../kit/describe-agent.ts'
import type { SecurityCardProps } from './security-tab.tsx'
import styles from './settings.module.css'

export function SessionsCard({ overview: { sessions }, attempt }: SecurityCardProps) {
  const others = sessions.filter(({ current }) => !current)
  return (
    <Card
      title="Sessions"
      description="Where you are signed in."
      actions={
        others.length > 0 ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void attempt('Other sessions', 'ended', () => api('DELETE /me/security/session'))}
          >
            End all others
          </Button>
        ) : undefined
      }
    >
      <ul className={styles.list}>
        {sessions.map(({ id, current, createdAt, lastSeenAt, ip, userAgent }) => (
          <li key={id} className={styles.row}>
            <Icon name={isHandheld(userAgent) ? 'phone' : 'device'} />
            <div className={styles.grow}>
              <Tooltip content={userAgent}>
                <span>{describeAgent(userAgent)}</span>
              </Tooltip>{' '}
              {current ? <StatusBadge tone="positive">This one</StatusBadge> : null}
              <p className={styles.note}>
                {ip} · signed in <InstantView iso={createdAt} />, last seen{' '}
                <InstantView iso={lastSeenAt} as="distance" />
              </p>
            </div>
            {current ? null : (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                onClick={() =>
                  void attempt('Session', 'ended', () =>
                    api('DELETE /me/security/session/{id}', { params: { id } }),
                  )
                }
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
