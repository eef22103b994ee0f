import { guideContents } from '@signalbox/model/guide/contents'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ConsoleLink } from '../../kit/markdown/console-link.tsx'
import { MarkdownView } from '../../kit/markdown/markdown-view.tsx'
import { NewsList } from '../../kit/news/news-list.tsx'
import { useNews, useNewsRead } from '../../kit/news/use-news.ts'
import { useMayOpen } from '../../kit/session/allowed-pages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { Contents } from './contents.tsx'
import type { LoadedGuide } from './guide.ts'
import styles from './help.module.css'
import { Found } from './found.tsx'
import { newsPage } from './news-page.ts'
import { loadChunk } from '../../ui/chunk-load.ts'

const firstPage = 'getting-started'

const useGuide = () =>
  useQuery({
    queryKey: ['guide'],
    queryFn: async (): Promise<LoadedGuide> => (await loadChunk(() => import('./guide.ts'))).guide,
    staleTime: Number.POSITIVE_INFINITY,
    // Functions cannot be compared, and are the same each time.
    structuralSharing: false,
  })

const titleOf = (page: string): string =>
  page === newsPage.page
    ? newsPage.title
    : (guideContents.find((each) => each.page === page)?.title ?? 'Help')

/** The section named in the address comes into sight when the page is there. */
function useSectionInSight(page: string, ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!ready || hash === '') return
    const section = document.getElementById(hash)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }, [hash, page, ready])
}

/** Whoever goes to another page of the guide hears and reads its title first. */
function useTitleFocus(page: string): void {
  const before = useRef(page)
  const { hash } = useLocation()
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    if (hash === '') document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
  }, [page, hash])
}

/** The pages of the console it is about, as far as the reader may open them. */
function ScreenLinks({ page }: { readonly page: string }) {
  const mayOpen = useMayOpen()
  const { screens = [] } = guideContents.find((each) => each.page === page) ?? {}
  const open = screens.filter(({ path }) => path !== '/help' && mayOpen(path))
  if (open.length === 0) return null
  return (
    <p className={styles.screens}>
      {open.map(({ path, title }) => (
        <ConsoleLink key={path} route={path} className={styles.screen}>
          Open {title}
          <Icon name="arrow-right" size={14} />
        </ConsoleLink>
      ))}
    </p>
  )
}

function GuidePage({ page, guide }: { readonly page: string; readonly guide: LoadedGuide }) {
  const source = guide.source(page)
  useSectionInSight(page, source !== undefined)
  if (source === undefined) return <EmptyState icon="help" title="The guide has no such page." />
  return (
    <>
      <ScreenLinks page={page} />
      <MarkdownView source={source} page={page} picture={guide.picture} untitled />
    </>
  )
}

function NewsPage() {
  const { data, isPending, isError, isFetching, refetch } = useNews()
  const fresh = useNewsRead(data?.items)
  if (isError && !data)
    return (
      <ErrorPanel
        title="Release notes could not be loaded."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (isPending) return <Loading />
  if (data.items.length === 0) return <EmptyState icon="news" title="No release notes yet." />
  return <NewsList items={data.items} fresh={fresh} />
}

const Loading = () => (
  <Skeleton label="Loading the guide">
    <SkeletonLines lines={8} />
  </Skeleton>
)

/** The guide: its table of contents with a search, and one page of it. */
export default function HelpScreen() {
  const { page: chosen }: { page?: string } = useSearch({ strict: false })
  const page = chosen ?? firstPage
  const { data: guide, isError, isFetching, refetch } = useGuide()
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useTitleFocus(page)
  useShortcuts('Help', [{ keys: '/', label: 'Search the guide', run: () => search.current?.focus() }])
  const isSearching = query.trim() !== ''
  return (
    <Page title={titleOf(page)} count="Guide" content="fill">
      <div
        className={styles.help}
        data-chosen={chosen !== undefined || undefined}
        data-searching={isSearching || undefined}
      >
        <div className={styles.side}>
          <SearchInput
            ref={search}
            label="Search the guide"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setQuery('')
            }}
          />
          {isSearching && guide ? (
            <Found hits={guide.search(query)} onFollow={() => setQuery('')} />
          ) : (
            <Contents current={page} />
          )}
        </div>
        <article className={styles.article}>
          <p className={styles.back}>
            <ConsoleLink route="/help">All pages</ConsoleLink>
          </p>
          {page === newsPage.page ? <NewsPage /> : null}
          {page !== newsPage.page && guide ? <GuidePage page={page} guide={guide} /> : null}
          {page !== newsPage.page && !guide && !isError ? <Loading /> : null}
          {isError ? (
            <ErrorPanel
              title="The guide could not be loaded."
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : null}
        </article>
      </div>
    </Page>
  )
}
