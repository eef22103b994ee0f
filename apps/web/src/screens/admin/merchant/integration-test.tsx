import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { Section } from '../../../kit/record/record-panel.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './integration-test.module.css'

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Exchange({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure className={styles.exchange}>
      <figcaption>{label}</figcaption>
      <pre className="mono">{pretty(text) || '(empty)'}</pre>
    </figure>
  )
}

/** Asks the merchant's system about a user, and shows what went over the line. */
export function IntegrationTest({ id }: { readonly id: string }) {
  const client = useQueryClient()
  const [userId, setUserId] = useState('user_1')
  const test = useMutation({
    mutationFn: () =>
      api('POST /merchant/{id}/test-integration', {
        params: { id },
        body: { userId },
        suppressToast: true,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['merchant', 'checklist', id] }),
  })
  const { data, error, isPending } = test
  const refusal = error instanceof ApiError ? error.message : error ? 'No answer from the server' : null
  return (
    <Section title="Test the merchant’s system">
      <Group align="end" gap={12}>
        <TextInput
          label="User id"
          value={userId}
          maxLength={50}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <Button variant="default" disabled={userId === ''} loading={isPending} onClick={() => test.mutate()}>
          Call verifyuser
        </Button>
        <span role="status">
          {data ? (
            <>
              <StatusBadge tone={data.ok ? 'positive' : 'negative'}>
                {data.ok ? 'Answers' : 'No answer'}
              </StatusBadge>{' '}
              {data.message}, {data.ms} ms
            </>
          ) : (
            refusal
          )}
        </span>
      </Group>
      {data ? (
        <>
          <Exchange label={`POST ${data.url}`} text={data.request} />
          <Exchange label={data.status === null ? 'No answer' : `HTTP ${data.status}`} text={data.response} />
        </>
      ) : null}
    </Section>
  )
}
