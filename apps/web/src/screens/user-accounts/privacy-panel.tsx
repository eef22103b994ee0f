import { Alert, Button } from '@mantine/core'
import type { SubjectStanding } from '@signalbox/model/calls/gdpr'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { QueryBoundary, Panel, Section } from '../../kit/record/record-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { GdprRequestDialog, type GdprRequestKind, type Person } from './gdpr-request-dialog.tsx'
import styles from './privacy.module.css'

function StoredData({ standing }: { readonly standing: SubjectStanding }) {
  const { transactions, accounts, lastTransactionAt, keptUntil } = standing
  return (
    <KeyValues
      items={[
        { label: 'Payments', value: String(transactions) },
        { label: 'Accounts', value: String(accounts) },
        { label: 'Last payment', value: lastTransactionAt ? <InstantView iso={lastTransactionAt} /> : '–' },
        {
          label: 'Must be kept until',
          value: keptUntil ? <InstantView iso={keptUntil} /> : 'Nothing to keep',
        },
      ]}
    />
  )
}

function Obstacles({ standing }: { readonly standing: SubjectStanding }) {
  const { blockers, warnings, openErasure } = standing
  if (openErasure !== null)
    return (
      <Alert variant="light" color="orange" icon={<Icon name="lock" />}>
        An erasure was already requested. See the GDPR requests.
      </Alert>
    )
  if (blockers.length > 0)
    return (
      <Alert variant="light" color="red" icon={<Icon name="warning" />} title="Cannot be erased now">
        <ul className={styles.list}>
          {blockers.map((blocker) => (
            <li key={blocker}>{blocker}</li>
          ))}
        </ul>
      </Alert>
    )
  return warnings.length === 0 ? null : (
    <Alert variant="light" color="orange" icon={<Icon name="info" />}>
      {warnings.join('. ')}.
    </Alert>
  )
}

/** What is held about a person, and what can be asked for them. */
export function PrivacyPanel({ person }: { readonly person: Person }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<GdprRequestKind | null>(null)
  const query = useQuery({
    queryKey: ['gdpr', 'check', person.merchantId, person.userId],
    queryFn: ({ signal }) => api('POST /gdpr/check', { body: person, signal, suppressToast: true }),
  })
  const standing = query.data
  const close = () => {
    setAsking(null)
    for (const slug of ['gdpr', 'user-account']) void queryClient.invalidateQueries({ queryKey: [slug] })
  }
  return (
    <QueryBoundary query={query}>
      {standing ? (
        <Panel>
          <Section title={`Data stored about ${person.userId}`}>
            <StoredData standing={standing} />
          </Section>
          <Obstacles standing={standing} />
          <div className={styles.actions}>
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => setAsking('export')}
            >
              Export data
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="lock" size={16} />}
              disabled={standing.legalHold}
              onClick={() => setAsking('hold')}
            >
              Legal hold
            </Button>
            <Button
              color="red"
              leftSection={<Icon name="trash" size={16} />}
              disabled={standing.blockers.length > 0 || standing.openErasure !== null}
              onClick={() => setAsking('erase')}
            >
              Anonymize user (GDPR)
            </Button>
          </div>
          {asking ? (
            <GdprRequestDialog what={asking} person={person} standing={standing} onClose={close} />
          ) : null}
        </Panel>
      ) : null}
    </QueryBoundary>
  )
}
