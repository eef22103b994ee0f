import { fill, texts } from '@signalbox/model/text/texts'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon, isIconName } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { nearestRoutes } from './nearest-routes.ts'
import styles from './not-found.module.css'
import { useAllowedScreens } from './use-allowed-screens.ts'

/** For a page that does not exist and, word for word, for one that exists but not for this person. */
export function NotFound() {
  const { pathname } = useLocation()
  const nearest = nearestRoutes(pathname, useAllowedScreens())
  return (
    <Page title={fill(texts.pageNotFound, pathname)}>
      <EmptyState
        icon="search"
        title={
          nearest.length > 0
            ? 'Perhaps you were looking for:'
            : 'Check the address, or start again from Home.'
        }
        action={
          <Button component={Link} to="/home" variant="default" leftSection={<Icon name="home" size={16} />}>
            Home
          </Button>
        }
      >
        {nearest.length > 0 ? (
          <ul className={styles.list}>
            {nearest.map(({ path, title, icon }) => (
              <li key={path}>
                <Link to={path} className={styles.link}>
                  {isIconName(icon) ? <Icon name={icon} size={16} /> : null}
                  {title}
                  <span className={styles.path}>{path}</span>
                </Link>
              </li>
            ))}
          </ul>
        ) : undefined}
      </EmptyState>
    </Page>
  )
}
