import { Button, NumberInput, Stack } from '@mantine/core'
import type { ClientSecret, NewSecret } from '@signalbox/model/calls/api-client'
import { secretOverlap } from '@signalbox/model/entities/api-client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { QueryBoundary, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SecretOnce } from './secret-once.tsx'

const states: Record<ClientSecret['state'], { readonly tone: Tone; readonly word: string }> = {
  ACTIVE: { tone: 'positive', word: 'Active' },
  RETIRING: { tone: 'input', word: 'Retiring' },
  REVOKED: { tone: 'off', word: 'Revoked' },
  EXPIRED: { tone: 'off', word: 'Expired' },
}

const isWorking = ({ state }: ClientSecret): boolean => state === 'ACTIVE' || state === 'RETIRING'

function Terms({
  rotates,
  onMake,
  onClose,
}: {
  readonly rotates: boolean
  readonly onMake: (terms: { overlapHours: number; expiresInDays: number }) => Promise<void>
  readonly onClose: () => void
}) {
  const [overlapHours, setOverlap] = useState<number>(secretOverlap.usual)
  const [expiresInDays, setExpiry] = useState(365)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    await onMake({ overlapHours, expiresInDays })
    setBusy(false)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={rotates ? 'Rotate secret' : 'New secret'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void make()}>
            {rotates ? 'Rotate' : 'Create secret'}
          </Button>
        </>
      }
    >
      <Stack gap={16} maw={320}>
        {rotates ? (
          <NumberInput
            label="The current secret keeps working for (hours)"
            description="0 ends it at once, together with its tokens"
            min={secretOverlap.min}
            max={secretOverlap.max}
            clampBehavior="strict"
            value={overlapHours}
            onChange={(value) => setOverlap(Number(value))}
            data-autofocus
          />
        ) : null}
        <NumberInput
          label="The new one expires after (days)"
          min={1}
          max={730}
          clampBehavior="strict"
          value={expiresInDays}
          onChange={(value) => setExpiry(Number(value))}
          data-autofocus={rotates ? undefined : true}
        />
      </Stack>
    </Dialog>
  )
}

function SecretItem({
  secret,
  onRevoke,
}: {
  readonly secret: ClientSecret
  readonly onRevoke: (() => void) | undefined
}) {
  const { tone, word } = states[secret.state]
  return (
    <Item
      icon="key"
      note={
        <>
          Created <InstantView iso={secret.createdAt} /> by {secret.createdBy} ·{' '}
          {isWorking(secret) ? 'expires' : 'ended'} <InstantView iso={secret.expiresAt} /> · last used{' '}
          {secret.lastUsedAt ? <InstantView iso={secret.lastUsedAt} /> : 'never'}
        </>
      }
      action={
        onRevoke ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={onRevoke}
            aria-label={`Revoke …${secret.last4}`}
          >
            Revoke
          </Button>
        ) : null
      }
    >
      <span className="mono">…{secret.last4}</span> <StatusBadge tone={tone}>{word}</StatusBadge>
    </Item>
  )
}

/** The secrets of a client, what is open over them, and how one is made and ended. */
function useSecrets(id: string) {
  const { merchantId } = useSession()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<NewSecret | null>(null)
  const query = useQuery({
    queryKey: [...recordKey('api-client', id), 'secret', merchantId],
    queryFn: ({ signal }) =>
      api('GET /api-client/{id}/secret', { params: { id }, signal, suppressToast: true }),
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['api-client'] })

  const make = async (terms: { overlapHours: number; expiresInDays: number }) => {
    try {
      const secret = await api('POST /api-client/{id}/secret', { params: { id }, body: terms })
      setAsking(false)
      setMade(secret)
    } catch (error) {
      reportFailure(error, { label: 'Secret', done: 'made' })
    }
    await refresh()
  }
  const revoke = async ({ id: secretId, last4 }: ClientSecret) => {
    const sure = await confirm({
      title: 'Revoke secret',
      message: `Calls with the secret that ends in ${last4} stop working within a minute.`,
      confirmLabel: 'Revoke',
      destructive: true,
    })
    if (!sure) return
    try {
      await api('DELETE /api-client/{id}/secret/{secretId}', { params: { id, secretId } })
      toast.success('Secret was revoked.')
    } catch (error) {
      reportFailure(error, { label: 'Secret', done: 'revoked' })
    }
    await refresh()
  }
  return { query, asking, setAsking, made, setMade, make, revoke }
}

/** The secrets of a client: made, shown once, rotated with an overlap, ended. */
export function SecretsTab({ record }: { readonly record: Row }) {
  const mayEdit = useMay('api-clients.edit') && record.state !== 'REVOKED'
  const { query, asking, setAsking, made, setMade, make, revoke } = useSecrets(String(record.id))
  const secrets = query.data?.items ?? []
  const rotates = secrets.some(isWorking)
  return (
    <QueryBoundary query={query}>
      <Panel>
        <Section
          title="Secrets"
          actions={
            mayEdit ? (
              <Button size="compact-sm" onClick={() => setAsking(true)}>
                {rotates ? 'Rotate secret' : 'New secret'}
              </Button>
            ) : null
          }
        >
          {secrets.length === 0 ? <p>Without a secret the client cannot sign in.</p> : null}
          <ItemList>
            {secrets.map((secret) => (
              <SecretItem
                key={secret.id}
                secret={secret}
                onRevoke={mayEdit && isWorking(secret) ? () => void revoke(secret) : undefined}
              />
            ))}
          </ItemList>
        </Section>
      </Panel>
      {asking ? <Terms rotates={rotates} onMake={make} onClose={() => setAsking(false)} /> : null}
      {made ? (
        <SecretOnce
          title="The new secret"
          secret={made.secret}
          more={[
            {
              label: 'Client id',
              wide: true,
              value: <CopyText value={String(record.clientId)} shown={String(record.clientId)} />,
            },
            { label: 'Expires', value: <InstantView iso={made.expiresAt} /> },
          ]}
          onClose={() => setMade(null)}
        />
      ) : null}
    </QueryBoundary>
  )
}
