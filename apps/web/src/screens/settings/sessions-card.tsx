import { Button } from '@mantine/core'
import { api } from '../../kit/api.ts'
import { SessionList } from '../../kit/session/session-list.tsx'
import { Card } from '../../ui/card.tsx'
import type { SecurityCardProps } from './security-tab.tsx'

export function SessionsCard({ overview: { sessions }, attempt }: SecurityCardProps) {
  const others = sessions.filter(({ current }) => !current)
  const end = (id: string) =>
    attempt('Session', 'ended', () => api('DELETE /me/security/session/{id}', { params: { id } }))
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
      <SessionList sessions={sessions} onEnd={(id) => void end(id)} />
    </Card>
  )
}
