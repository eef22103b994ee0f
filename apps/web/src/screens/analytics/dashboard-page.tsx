import { Button, Select } from '@mantine/core'
import { dashboardTitles, type DashboardId } from '@signalbox/model/analytics/dashboards/titles'
import { Link, useNavigate } from '@tanstack/react-router'
import grid from '../../kit/analytics/analytics.module.css'
import { AnalyticsToolbar } from '../../kit/analytics/analytics-toolbar.tsx'
import { formatControls, useControls } from '../../kit/analytics/controls.ts'
import { Freshness } from '../../kit/analytics/freshness.tsx'
import { useMarkers } from '../../kit/analytics/use-markers.ts'
import { WidgetCard } from '../../kit/analytics/widget-card.tsx'
import { copyLink } from '../../kit/copy-link.ts'
import { FavoriteStar } from '../../kit/list/favorite-star.tsx'
import { useMay } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { ChangePoints } from './change-points.tsx'
import { dashboards } from '@signalbox/model/analytics/dashboards/index'

/** One of the dashboards that come with the platform. */
export function DashboardPage({ id }: { readonly id: DashboardId }) {
  const controls = useControls()
  const navigate = useNavigate()
  const mayMail = useMay('analytics.edit')
  const { widgets } = dashboards[id]
  const { markers, isCut } = useMarkers(
    controls,
    widgets.some(({ withMarkers }) => withMarkers),
  )
  return (
    <Page
      title={`Analytics: ${dashboardTitles[id]}`}
      titleExtra={<FavoriteStar page={`/analytics/${id}`} title={dashboardTitles[id]} />}
      actions={
        <>
          {mayMail ? (
            <Button
              variant="default"
              leftSection={<Icon name="mail" size={16} />}
              renderRoot={(props) => <Link {...props} to="/analytics/mails" />}
            >
              Scheduled emails
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<Icon name="link" size={16} />}
            onClick={() => void copyLink(window.location.href)}
          >
            Copy link
          </Button>
        </>
      }
      toolbar={
        <AnalyticsToolbar controls={controls}>
          <Select
            aria-label="Dashboard"
            w={170}
            allowDeselect={false}
            value={id}
            data={Object.entries(dashboardTitles).map(([value, label]) => ({ value, label }))}
            onChange={(value) =>
              value && void navigate({ to: `/analytics/${value}`, search: formatControls(controls) })
            }
          />
        </AnalyticsToolbar>
      }
    >
      <div className={grid.frame}>
        <Freshness controls={controls} />
        {isCut ? (
          <p className={grid.fresh}>
            Only the most recent changes of rules, configuration and maintenance are marked. Choose a shorter
            period to see the others.
          </p>
        ) : null}
        {id === 'approval-rate' || id === 'overview' ? <ChangePoints controls={controls} /> : null}
        <div className={grid.grid}>
          {widgets.map((widget) => (
            <WidgetCard key={`${id} ${widget.title}`} widget={widget} controls={controls} markers={markers} />
          ))}
        </div>
      </div>
    </Page>
  )
}
