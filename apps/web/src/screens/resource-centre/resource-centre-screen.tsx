import { guideContents } from '@signalbox/model/guide/contents'
import { accountWebhooks, paymentWebhooks } from '@signalbox/model/payments/webhook-message'
import { statusCodes, txStatusLabels } from '@signalbox/model/reference/status-codes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { ConsoleLink } from '../../kit/markdown/console-link.tsx'
import { NewsList } from '../../kit/news/news-list.tsx'
import { useNews } from '../../kit/news/use-news.ts'
import { QueryBoundary } from '../../kit/record/record-panel.tsx'
import { useSession } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import styles from './resource-centre.module.css'

const Triggers = loadable(async () => (await import('../sandbox/for-other-screens.ts')).TriggerTab)

const tableHeightPx = 420
const newsShown = 3

/** Pages of the guide for whoever connects a shop to the platform. */
const integrationPages = ['payments-api', 'api-clients', 'error-codes', 'status-codes', 'sandbox', 'help']

function GuideCard() {
  const { environment } = useSession().metadata
  const pages = guideContents.filter(
    ({ page }) => integrationPages.includes(page) && (page !== 'sandbox' || environment !== 'production'),
  )
  return (
    <Card title="Guides" description="Everything else is in the guide under Help.">
      <ul className={styles.links}>
        {pages.map(({ page, title }) => (
          <li key={page}>
            <ConsoleLink route={`/help?page=${page}`}>{title}</ConsoleLink>
          </li>
        ))}
        <li>
          <ConsoleLink route="/help?page=payments-api#webhooks">Webhooks</ConsoleLink>
        </li>
      </ul>
    </Card>
  )
}

function ApiCard() {
  const query = useQuery({
    queryKey: ['resource-centre'],
    queryFn: ({ signal }) => api('GET /resource-centre', { signal, suppressToast: true }),
  })
  const { data } = query
  return (
    <Card title="Payments API" description="The calls of this installation, with the scope each needs.">
      <QueryBoundary query={query}>
        {data ? (
          <>
            <p className={styles.line}>
              <CopyText value={data.base} maxChars={60} /> · version {data.version} ·{' '}
              <a href={data.openApi} target="_blank" rel="noreferrer">
                OpenAPI description
              </a>
            </p>
            <SmallTable
              label="Calls of the payments API"
              columns={['Call', 'What it does', 'Scope']}
              maxHeightPx={tableHeightPx}
            >
              {data.calls.map(({ method, path, summary, scope }) => (
                <tr key={`${method} ${path}`}>
                  <th scope="row" className="mono">
                    {method} {path}
                  </th>
                  <td data-wrap>{summary}</td>
                  <td className="mono">{scope}</td>
                </tr>
              ))}
            </SmallTable>
          </>
        ) : null}
      </QueryBoundary>
    </Card>
  )
}

function WebhookCard() {
  const events = Object.entries({ ...paymentWebhooks, ...accountWebhooks })
  return (
    <Card title="Webhook events" description="Endpoints are set up with the API client.">
      <SmallTable label="Webhook events" columns={['Event', 'Sent when']}>
        {events.map(([type, when]) => (
          <tr key={type}>
            <th scope="row" className="mono">
              {type}
            </th>
            <td data-wrap>{when}</td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  )
}

function StatusCard() {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = statusCodes.filter(({ no, code, text }) =>
    `${no} ${code} ${text}`.toLowerCase().includes(wanted),
  )
  return (
    <Card title="Status and error codes" description={`${found.length} of ${statusCodes.length} codes`}>
      <div className={styles.search}>
        <SearchInput
          label="Search codes"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <SmallTable
        label="Status and error codes"
        columns={['No.', 'Code', 'State', 'Explanation']}
        maxHeightPx={tableHeightPx}
      >
        {found.map(({ no, code, status, text }) => (
          <tr key={no}>
            <th scope="row" className="mono">
              {no}
            </th>
            <td className="mono">{code}</td>
            <td>{txStatusLabels[status]}</td>
            <td data-wrap>{text}</td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  )
}

function NewsCard() {
  const { data } = useNews()
  const newest = data?.items.slice(0, newsShown) ?? []
  if (newest.length === 0) return null
  return (
    <Card
      title="Release notes"
      actions={<ConsoleLink route="/help?page=whats-new">All release notes</ConsoleLink>}
    >
      <NewsList items={newest} fresh={new Set()} />
    </Card>
  )
}

function SandboxCard() {
  const { environment } = useSession().metadata
  if (environment === 'production') return null
  return (
    <Card title="Sandbox" description="Cards, amounts, accounts and users that trigger a certain answer.">
      <Triggers />
    </Card>
  )
}

/** For whoever connects a shop: what the product says about itself, from where it says it. */
export default function ResourceCentreScreen() {
  return (
    <Page title="Resource centre">
      <div className={styles.cards}>
        <GuideCard />
        <ApiCard />
        <WebhookCard />
        <StatusCard />
        <SandboxCard />
        <NewsCard />
      </div>
    </Page>
  )
}
