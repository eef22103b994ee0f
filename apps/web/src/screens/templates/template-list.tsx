import { Button, MultiSelect, Switch, TextInput } from '@mantine/core'
import { localeNames, type Locale } from '@signalbox/model/reference/locales'
import type { Template, TemplateType } from '@signalbox/model/template-language/template'
import { formatRelative } from '@signalbox/model/text/user-formats'
import { useEffect, useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useNow } from '../../kit/use-now.ts'
import { useStable } from '../../kit/use-stable.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './template-list.module.css'
import type { TemplatesNavigation } from './templates-address.ts'
import { useTemplateNews } from './use-template-news.ts'
import type { useTemplates } from './use-templates.ts'

const typingPauseMs = 350

function Search({ value, onSearch }: { readonly value: string; readonly onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState({ from: value, text: value })
  const text = typed.from === value ? typed.text : value
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <TextInput
      type="search"
      aria-label="Name or content"
      placeholder="Name or content"
      value={text}
      maxLength={200}
      onChange={(event) => setTyped({ from: value, text: event.currentTarget.value })}
      leftSection={<Icon name="search" size={16} />}
      data-list-search
    />
  )
}

function Filters({ nav }: { readonly nav: TemplatesNavigation }) {
  const { address, filter } = nav
  const search = useStable((keyword: string) => filter({ keyword }))
  return (
    <div className={styles.filters}>
      <Search value={address.keyword} onSearch={search} />
      <MultiSelect
        aria-label="Locale"
        placeholder={address.locales.length === 0 ? 'Any locale' : undefined}
        data={Object.entries(localeNames).map(([value, label]) => ({ value, label }))}
        value={[...address.locales]}
        onChange={(chosen) => filter({ locale: chosen.join(',') })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear locale' }}
        leftSection={<Icon name="globe" size={16} />}
      />
      <Switch
        label="Own templates only"
        checked={address.overridesOnly}
        onChange={(event) => filter({ overridesOnly: event.currentTarget.checked ? 'true' : null })}
      />
    </div>
  )
}

function Item({ item, nav }: { readonly item: Template; readonly nav: TemplatesNavigation }) {
  const now = useNow()
  const merchantName = useMerchantName()
  const selected = nav.address.id === item.id
  const selectors = [item.channel, item.url].filter(Boolean).join(' · ')
  return (
    <li>
      <a
        href={nav.hrefOf(item.id)}
        className={styles.item}
        data-inherited={item.inherited || undefined}
        aria-current={selected ? 'true' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          nav.open(item.id)
        }}
      >
        <span className={styles.name}>{item.templateType}</span>
        <Tooltip content={localeNames[item.locale as Locale] ?? item.locale}>
          <span className={styles.locale}>{item.locale}</span>
        </Tooltip>
        <span className={styles.owner}>
          {item.inherited ? (
            <>
              <Icon name="inherit" size={13} />
              Inherited from {merchantName(item.merchantId)}
            </>
          ) : (
            merchantName(item.merchantId)
          )}
          {selectors === '' ? null : ` · ${selectors}`}
        </span>
        <time className={styles.when} dateTime={item.lastUpdated}>
          {formatRelative(item.lastUpdated, now)}
        </time>
      </a>
    </li>
  )
}

const nothing: readonly Template[] = []

export interface TemplateListProps {
  readonly type: TemplateType
  readonly nav: TemplatesNavigation
  readonly query: ReturnType<typeof useTemplates>
  readonly mayEdit: boolean
}

/** All templates of a type that count on the selected merchant, recently edited first. */
export function TemplateList({ type, nav, query, mayEdit }: TemplateListProps) {
  const { address, filter, startNew } = nav
  const items = query.data?.items ?? nothing
  const news = useTemplateNews(type, address, query)
  const filtered = address.keyword !== '' || address.locales.length > 0 || address.overridesOnly
  return (
    <section className={styles.panel} aria-label="Templates">
      <Filters nav={nav} />
      {news ? (
        <Button
          className={styles.news}
          size="compact-sm"
          radius="xl"
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => void query.refetch()}
        >
          Changed
        </Button>
      ) : null}
      <div className={styles.scroll} aria-busy={query.isFetching}>
        {query.isPending ? (
          <div className={styles.waiting}>
            <Skeleton>
              <SkeletonLines lines={10} />
            </Skeleton>
          </div>
        ) : null}
        {query.isError && !query.data ? (
          <ErrorPanel
            title="The templates could not be loaded."
            requestId={query.error instanceof ApiError ? query.error.body.errorId : undefined}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : null}
        {items.length > 0 ? (
          <ul className={styles.items}>
            {items.map((item) => (
              <Item key={item.id} item={item} nav={nav} />
            ))}
          </ul>
        ) : null}
        {query.isSuccess && items.length === 0 ? (
          <EmptyState
            title={filtered ? 'No template matches the filters.' : 'There are none yet.'}
            action={
              filtered ? (
                <Button
                  variant="default"
                  onClick={() => filter({ keyword: null, locale: null, overridesOnly: null })}
                >
                  Clear filters
                </Button>
              ) : mayEdit ? (
                <Button variant="default" onClick={() => startNew()}>
                  New template
                </Button>
              ) : undefined
            }
          />
        ) : null}
      </div>
      <div role="status" className={styles.announce}>
        {query.isSuccess ? `${items.length} ${items.length === 1 ? 'template' : 'templates'}` : ''}
      </div>
    </section>
  )
}
