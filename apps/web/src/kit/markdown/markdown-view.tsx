import { readLink } from '@signalbox/model/guide/link'
import {
  parseMarkdown,
  type Block,
  type Inline,
  type PictureBlock,
  type TableBlock,
} from '@signalbox/model/guide/markdown'
import { useMemo, type ReactNode } from 'react'
import { ConsoleLink } from './console-link.tsx'
import styles from './markdown-view.module.css'

export interface Picture {
  readonly url: string
  readonly width: number
  readonly height: number
}

interface Drawing {
  /** The page of the guide it is, for links within it. */
  readonly page?: string
  /** How deep its headings stand below those around it. */
  readonly below: number
  readonly onFollow?: () => void
  readonly picture?: (name: string) => Picture | undefined
}

function TextLink({
  href,
  drawing,
  children,
}: {
  readonly href: string
  readonly drawing: Drawing
  readonly children: ReactNode
}) {
  const link = readLink(href)
  const { page, onFollow } = drawing
  if (link?.kind === 'outside')
    return (
      <a href={link.url} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  if (link?.kind === 'console')
    return (
      <ConsoleLink route={link.path} onFollow={onFollow}>
        {children}
      </ConsoleLink>
    )
  const target = link?.kind === 'guide' ? link.page : page
  if (!link || target === undefined) return <>{children}</>
  const anchor = link.section === null ? '' : `#${link.section}`
  return (
    <ConsoleLink route={`/help?page=${target}${anchor}`} onFollow={onFollow}>
      {children}
    </ConsoleLink>
  )
}

const inlines = (content: readonly Inline[], drawing: Drawing): ReactNode[] =>
  content.map((part, index) => <InlineView key={index} part={part} drawing={drawing} />)

function InlineView({ part, drawing }: { readonly part: Inline; readonly drawing: Drawing }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code className={styles.code}>{part.text}</code>
    case 'strong':
      return <strong>{inlines(part.content, drawing)}</strong>
    case 'emphasis':
      return <em>{inlines(part.content, drawing)}</em>
    case 'link':
      return (
        <TextLink href={part.href} drawing={drawing}>
          {inlines(part.content, drawing)}
        </TextLink>
      )
  }
}

function TableView({ block, drawing }: { readonly block: TableBlock; readonly drawing: Drawing }) {
  return (
    // A wide table scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable
    <div className={styles.tableBox} tabIndex={0} role="region" aria-label="Table">
      <table className={styles.table}>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index} scope="col">
                {inlines(cell, drawing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={index}>{inlines(cell, drawing)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Where its file is not known, its words stand for it. */
function PictureView({ block, drawing }: { readonly block: PictureBlock; readonly drawing: Drawing }) {
  const picture = drawing.picture?.(block.name)
  if (!picture) return <p>{block.words}</p>
  const { url, width, height } = picture
  return (
    <a className={styles.picture} href={url} target="_blank" rel="noopener">
      <img src={url} width={width} height={height} alt={block.words} loading="lazy" />
    </a>
  )
}

const headingTags = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

function Heading({
  block,
  drawing,
}: {
  readonly block: Extract<Block, { kind: 'heading' }>
  readonly drawing: Drawing
}) {
  const depth = Math.min(block.level - 1 + drawing.below, headingTags.length - 1)
  const Tag = headingTags[Math.max(depth, 0)] ?? 'h6'
  return (
    <Tag id={drawing.page === undefined ? undefined : block.id} tabIndex={-1} className={styles.heading}>
      {inlines(block.content, drawing)}
    </Tag>
  )
}

function BlockView({ block, drawing }: { readonly block: Block; readonly drawing: Drawing }) {
  if (block.kind === 'heading') return <Heading block={block} drawing={drawing} />
  if (block.kind === 'paragraph') return <p>{inlines(block.content, drawing)}</p>
  if (block.kind === 'picture') return <PictureView block={block} drawing={drawing} />
  if (block.kind === 'table') return <TableView block={block} drawing={drawing} />
  if (block.kind === 'code')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable
      <pre className={styles.pre} tabIndex={0}>
        {block.text}
      </pre>
    )
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item, index) => (
        <li key={index}>{inlines(item, drawing)}</li>
      ))}
    </List>
  )
}

export interface MarkdownViewProps {
  readonly source: string
  readonly page?: string
  /** Leaves out the first heading, which stands above as the title. */
  readonly untitled?: boolean
  readonly below?: number
  readonly onFollow?: () => void
  /** Finds the pictures the text shows. */
  readonly picture?: (name: string) => Picture | undefined
}

/** Draws what was written as elements of ours; nothing written in it becomes markup. */
export function MarkdownView({
  source,
  page,
  untitled = false,
  below = 0,
  onFollow,
  picture,
}: MarkdownViewProps) {
  const blocks = useMemo(() => parseMarkdown(source), [source])
  const shown = untitled && blocks[0]?.kind === 'heading' ? blocks.slice(1) : blocks
  const drawing = { page, below, onFollow, picture }
  return (
    <div className={styles.text}>
      {shown.map((block, index) => (
        <BlockView key={index} block={block} drawing={drawing} />
      ))}
    </div>
  )
}
