import { Alert, Button } from '@mantine/core'
import type { ArchiveLink as Link } from '@signalbox/model/calls/gdpr'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { useNow } from '../../kit/use-now.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { KeyValues } from '../../ui/key-values.tsx'

interface NoticeProps {
  readonly icon: IconName
  readonly title?: string
  readonly children: ReactNode
}

const Notice = ({ icon, title, children }: NoticeProps) => (
  <Alert mb={20} variant="light" icon={<Icon name={icon} />} title={title} role="status">
    {children}
  </Alert>
)

/** What is told once: after this drawer is closed nobody can find it out. */
const LinkNotice = ({ url, password, expiresAt }: Link) => (
  <Notice icon="link" title="Copy both now. They are not shown again.">
    <KeyValues
      items={[
        { label: 'Link', value: <CopyText value={url} maxChars={200} label="Copy link" />, wide: true },
        {
          label: 'Password',
          value: <CopyText value={password} maxChars={40} label="Copy password" />,
          wide: true,
        },
      ]}
    />
    <p>
      The link works once, until <InstantView iso={expiresAt} />. Send the password another way than the link.
    </p>
  </Notice>
)

function useNewLink(id: string) {
  const queryClient = useQueryClient()
  const [link, setLink] = useState<Link | null>(null)
  const [busy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    try {
      setLink(await api('POST /gdpr/{id}/link', { params: { id } }))
    } catch (error) {
      reportFailure(error, { label: 'Link', done: 'created' })
    }
    setBusy(false)
    await queryClient.invalidateQueries({ queryKey: ['gdpr'] })
  }
  return { link, busy, create }
}

const isInstant = (value: unknown): value is string => typeof value === 'string'

/** The way to the archive of an export, which whoever gets the link can fetch once. */
export function ArchiveLink({ record }: { readonly record: Row }) {
  const now = useNow()
  const { link, busy, create } = useNewLink(String(record.id))
  const { state, dueAt, linkedAt, downloadedAt } = record
  if (state !== 'DONE')
    return <Notice icon="hourglass">The data is being collected. This takes a few seconds.</Notice>
  if (isInstant(downloadedAt))
    return (
      <Notice icon="check">
        Downloaded <InstantView iso={downloadedAt} />. It was deleted here.
      </Notice>
    )
  if (link) return <LinkNotice {...link} />
  if (!isInstant(dueAt) || dueAt <= now)
    return <Notice icon="clock">The data was not downloaded in time. It was deleted here.</Notice>
  if (isInstant(linkedAt))
    return (
      <Notice icon="link">
        The link was created <InstantView iso={linkedAt} /> and works once, until <InstantView iso={dueAt} />.
      </Notice>
    )
  return (
    <Notice icon="download" title="The data is ready">
      <p>
        It is kept until <InstantView iso={dueAt} />. The link leads to an encrypted archive and works once,
        for 24 hours.
      </p>
      <Button size="compact-sm" loading={busy} onClick={() => void create()}>
        Create link
      </Button>
    </Notice>
  )
}
