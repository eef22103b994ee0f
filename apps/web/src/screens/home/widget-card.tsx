import type { HomeWidget, Severity } from '@signalbox/model/calls/home'
import { Card } from '../../ui/card.tsx'
import { Dropdown, MenuButton, useCloseDropdown } from '../../ui/dropdown.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './home.module.css'
import type { HomeWidgets } from './use-home.ts'
import { WidgetContent } from './widget-content.tsx'

const badges: Partial<Record<Severity, { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: 'positive', word: 'All clear' },
  warning: { tone: 'attention', word: 'Needs attention' },
  critical: { tone: 'negative', word: 'Urgent' },
}

const allHealthy = { tone: 'positive', word: 'All healthy' } as const

export interface WidgetCardProps {
  readonly widget: HomeWidget
  readonly widgets: HomeWidgets
}

export function WidgetCard({ widget, widgets }: WidgetCardProps) {
  const badge = widget.id === 'health' && widget.severity === 'ok' ? allHealthy : badges[widget.severity]
  const headingId = `widget-${widget.id}`
  return (
    <Card
      headingId={headingId}
      title={widget.title}
      actions={
        <>
          {badge ? <StatusBadge tone={badge.tone}>{badge.word}</StatusBadge> : null}
          <Dropdown
            kind="menu"
            label={`Arrange ${widget.title}`}
            face={<Icon name="more" />}
            faceClassName={styles.more}
            widthPx={180}
          >
            <WidgetMenu widget={widget} widgets={widgets} />
          </Dropdown>
        </>
      }
    >
      {widget.severity === 'late' ? (
        <Skeleton label={`Loading ${widget.title}`}>
          <SkeletonBar width="70%" />
          <SkeletonBar width="45%" />
        </Skeleton>
      ) : widget.severity === 'failed' ? (
        <ErrorPanel
          compact
          title="This could not be loaded."
          onRetry={() => widgets.retry(widget.id)}
          retrying={widgets.retrying === widget.id}
        />
      ) : (
        <WidgetContent widget={widget} />
      )}
    </Card>
  )
}

function WidgetMenu({ widget: { id }, widgets }: WidgetCardProps) {
  const close = useCloseDropdown()
  const ids = widgets.shown.map((widget) => widget.id)
  const then = (run: () => void) => () => {
    close()
    run()
  }
  return (
    <>
      {ids[0] === id ? null : (
        <MenuButton icon="arrow-up" onClick={then(() => widgets.move(id, -1))}>
          Move forward
        </MenuButton>
      )}
      {ids.at(-1) === id ? null : (
        <MenuButton icon="arrow-down" onClick={then(() => widgets.move(id, 1))}>
          Move back
        </MenuButton>
      )}
      <MenuButton icon="eye-off" onClick={then(() => widgets.hide(id))}>
        Hide
      </MenuButton>
    </>
  )
}
