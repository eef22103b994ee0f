import { Link } from '@tanstack/react-router'
import { useAllowedPages, type PageLink } from '../../kit/session/allowed-pages.ts'
import { FavoriteStar } from '../../kit/list/favorite-star.tsx'
import { useSettings } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './home.module.css'

function Tiles({ title, pages }: { readonly title: string; readonly pages: readonly PageLink[] }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.tiles}>
        {pages.map((page) => (
          <li key={page.path} className={styles.tile}>
            <Link to={page.path} className={styles.tileLink}>
              <span className={styles.tileIcon}>
                <Icon name={page.icon} />
              </span>
              <span>
                {page.title}
                {page.group === page.title ? null : <span className={styles.tileGroup}>{page.group}</span>}
              </span>
            </Link>
            <FavoriteStar page={page.path} title={page.title} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Favorites first, then every other page the person may open. */
export function PageTiles() {
  const pages = useAllowedPages().filter(({ path }) => path !== '/home')
  const { favorites } = useSettings()
  const pinned = favorites.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  const others = pages.filter((page) => !pinned.includes(page))
  return (
    <>
      {pinned.length > 0 ? <Tiles title="Favorites" pages={pinned} /> : null}
      {others.length > 0 ? (
        <Tiles title={pinned.length > 0 ? 'Other pages' : 'Pages'} pages={others} />
      ) : null}
    </>
  )
}
