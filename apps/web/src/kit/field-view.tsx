import { countryOf, flagEmoji } from '@signalbox/model/countries'
import { currencyOf } from '@signalbox/model/currencies'
import type { Field, Kind } from '@signalbox/model/field'
import type { ReactElement, ReactNode } from 'react'
import { CopyText, shortenMiddle } from '../ui/copy-text.tsx'
import { Flag } from '../ui/flag.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import {
  asList,
  asText,
  displayText,
  isNothing,
  nothing,
  useTextContext,
  type TextContext,
} from './display-text.ts'
import styles from './field-view.module.css'
import { InstantView } from './instant-view.tsx'

export { InstantView }

export interface FieldViewProps {
  readonly field: Field
  readonly value: unknown
  /** `cell`: one line that is cut when it is too long. `full`: everything, over several lines. */
  readonly layout?: 'cell' | 'full'
}

export interface FieldContentProps extends FieldViewProps {
  readonly context: TextContext
  /** Without tooltips and copy buttons: nobody is looking at it, and there are hundreds of them. */
  readonly quiet?: boolean
}

interface ViewProps extends FieldContentProps {
  readonly layout: 'cell' | 'full'
}

type View = (props: ViewProps) => ReactNode

interface HintProps {
  readonly content: string | null | undefined
  readonly quiet?: boolean
  readonly children: ReactElement
}

const Hint = ({ content, quiet, children }: HintProps) =>
  quiet || !content ? children : <Tooltip content={content}>{children}</Tooltip>

/** An id or a code: the whole of it can be copied, however short it is shown. */
function Code({ value, quiet, maxChars }: ViewProps & { readonly maxChars: number }) {
  const text = asText(value)
  if (!quiet) return <CopyText value={text} maxChars={maxChars} />
  return (
    <span className="mono" data-copy-value={text}>
      {shortenMiddle(text, maxChars)}
    </span>
  )
}

const longestUncut = 24

function Plain(props: ViewProps) {
  const { field, value, layout, context, quiet } = props
  if (field.mono) return <Code {...props} maxChars={layout === 'cell' ? 18 : 60} />
  const text = displayText(field, value, context)
  if (layout === 'full') return <span className={styles.full}>{text}</span>
  return (
    <Hint content={text.length > longestUncut ? text : null} quiet={quiet}>
      <span className={styles.line}>{text}</span>
    </Hint>
  )
}

const shownChips = 2

/** The first few items, and how many more there are; the tooltip has them all. */
function Chips({ field, value, layout, context, quiet }: ViewProps) {
  const one: Field = { ...field, kind: itemKind[field.kind] ?? 'string' }
  const texts = asList(value).map((item) => displayText(one, item, context))
  const shown = layout === 'full' ? texts : texts.slice(0, shownChips)
  const more = texts.length - shown.length
  return (
    <Hint content={more > 0 ? texts.join(', ') : null} quiet={quiet}>
      <span className={styles.chips} data-layout={layout}>
        {shown.map((text) => (
          <span key={text} className={styles.chip}>
            {text}
          </span>
        ))}
        {more > 0 ? <span className={styles.more}>+{more}</span> : null}
      </span>
    </Hint>
  )
}

const itemKind: Partial<Record<Kind, Kind>> = {
  choices: 'choice',
  countries: 'country',
  currencies: 'currency',
  merchants: 'merchant',
}

function YesNo({ value }: ViewProps) {
  return (
    <span className={styles.yesNo} data-yes={value === true}>
      <Icon name={value === true ? 'check' : 'minus'} size={14} />
      {value === true ? 'Yes' : 'No'}
    </span>
  )
}

function Country({ value, quiet }: ViewProps) {
  const code = asText(value)
  const country = countryOf(code)
  if (!country) return code
  return (
    <Hint content={code} quiet={quiet}>
      <span className={styles.line}>
        <Flag code={country.flag} emoji={flagEmoji(country.flag)} />
        {country.name}
      </span>
    </Hint>
  )
}

function Currency({ value, quiet }: ViewProps) {
  const code = asText(value)
  return (
    <Hint content={currencyOf(code)?.name} quiet={quiet}>
      <span>{code}</span>
    </Hint>
  )
}

function Merchant({ value, context, quiet }: ViewProps) {
  const name = context.merchantName(Number(value))
  return (
    <Hint content={name === asText(value) ? null : `${name} · ${asText(value)}`} quiet={quiet}>
      <span className={styles.line}>{name}</span>
    </Hint>
  )
}

function Json({ field, value, layout, context }: ViewProps) {
  if (layout === 'cell') return <span className={styles.line}>{asText(value)}</span>
  if (typeof value !== 'object')
    return <span className={styles.full}>{displayText(field, value, context)}</span>
  return <pre className={styles.pre}>{displayText(field, value, context)}</pre>
}

function LongText({ value, layout }: ViewProps) {
  if (layout === 'cell') return <span className={styles.line}>{asText(value).split('\n', 1)[0]}</span>
  return <pre className={styles.pre}>{asText(value)}</pre>
}

function Pattern(props: ViewProps) {
  return <Code {...props} maxChars={props.layout === 'cell' ? 22 : 80} />
}

function Instant({ field, value, context, quiet }: ViewProps) {
  if (!quiet) return <InstantView iso={asText(value)} />
  return <time dateTime={asText(value)}>{displayText(field, value, context)}</time>
}

const views = {
  string: Plain,
  text: LongText,
  number: Plain,
  boolean: YesNo,
  choice: Plain,
  choices: Chips,
  strings: Chips,
  country: Country,
  countries: Chips,
  currency: Currency,
  currencies: Chips,
  merchant: Merchant,
  merchants: Chips,
  instant: Instant,
  pattern: Pattern,
  json: Json,
} satisfies Record<Kind, View>

/** A value where the page around it already knows the reader's formats. */
export function FieldContent({ field, value, layout = 'cell', context, quiet }: FieldContentProps) {
  if (isNothing(value)) return <span className={styles.nothing}>{nothing}</span>
  const View: View = views[field.kind]
  return <View field={field} value={value} layout={layout} context={context} quiet={quiet} />
}

/** How any value looks, in a list or in full. */
export function FieldView(props: FieldViewProps) {
  return <FieldContent {...props} context={useTextContext()} />
}
