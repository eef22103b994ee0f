import { countryOf } from '@signalbox/model/reference/countries'
import { currencyOf } from '@signalbox/model/reference/currencies'
import type { Field, Kind } from '@signalbox/model/field/field'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { formatNumber } from '@signalbox/model/text/user-formats'
import type { ReactElement, ReactNode } from 'react'
import { CopyText, shortenMiddle } from '../../ui/copy-text.tsx'
import { CountryTag } from '../../ui/country-tag.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
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
  /** Without a tooltip: nobody is looking at it, and there are hundreds of them. */
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

/** In full a text goes on in the next line: on a phone nothing hovers, and a tooltip is no way to read it. */
const classOf = (layout: ViewProps['layout']) => (layout === 'full' ? styles.full : styles.line)

const codeChars = { cell: 18, full: 60 } as const
const patternChars = { cell: 22, full: 80 } as const
const longestUncut = 24
/** One thing by its name; the tooltip has what it is called in exports and requests. */
const namesOne: ReadonlySet<Field['names']> = new Set(['psp', 'transaction type', 'code'])

function Plain({ field, value, layout, context }: ViewProps) {
  if (field.mono) return <CopyText value={asText(value)} maxChars={codeChars[layout]} />
  const text = displayText(field, value, context)
  if (field.names && namesOne.has(field.names))
    return <Named text={text} id={asText(value)} layout={layout} />
  if (layout === 'full') return <span className={styles.full}>{text}</span>
  return (
    <Hint content={text.length > longestUncut ? text : null}>
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

function Country({ value, layout }: ViewProps) {
  const code = asText(value)
  const country = countryOf(code)
  if (!country) return code
  return (
    <span className={classOf(layout)}>
      <CountryTag code={code} />
      {country.name}
    </span>
  )
}

function Currency({ value }: ViewProps) {
  const code = asText(value)
  return (
    <Hint content={currencyOf(code)?.name}>
      <span>{code}</span>
    </Hint>
  )
}

/** What people call it; the tooltip has the id too. */
const Named = ({ text, id, layout }: Pick<ViewProps, 'layout'> & Readonly<Record<'text' | 'id', string>>) => (
  <Hint content={text === id ? null : `${text} · ${id}`}>
    <span className={classOf(layout)}>{text}</span>
  </Hint>
)

const Merchant = ({ value, context, layout }: ViewProps) => (
  <Named text={context.merchantName(Number(value))} id={asText(value)} layout={layout} />
)

function Json({ field, value, layout, context }: ViewProps) {
  if (layout === 'cell') return <span className={styles.line}>{asText(value)}</span>
  if (typeof value !== 'object')
    return <span className={styles.full}>{displayText(field, value, context)}</span>
  return <pre className={styles.pre}>{displayText(field, value, context)}</pre>
}

const firstLine = (value: unknown): string => asText(value).split('\n', 1)[0] ?? ''

function LongText({ value, layout }: ViewProps) {
  if (layout === 'cell') return <span className={styles.line}>{firstLine(value)}</span>
  return <pre className={styles.pre}>{asText(value)}</pre>
}

function Pattern({ value, layout }: ViewProps) {
  return <CopyText value={asText(value)} maxChars={patternChars[layout]} />
}

const parted = (value: unknown, { formats }: TextContext) => {
  const { amount, currency } = value as WireMoney
  return { text: formatNumber(amount, formats), unit: currency }
}

function Money({ value, context }: ViewProps) {
  const { text, unit } = parted(value, context)
  return (
    <span className={styles.money}>
      {text} <span className={styles.unit}>{unit}</span>
    </span>
  )
}

const Instant = ({ value }: ViewProps) => <InstantView iso={asText(value)} />

const views = {
  string: Plain,
  text: LongText,
  number: Plain,
  decimal: Plain,
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
  day: Plain,
  pattern: Pattern,
  json: Json,
  money: Money,
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

/** A cell that is nothing but a line of text. */
export interface PlainCell {
  readonly text: string
  readonly look?: 'mono' | 'nothing' | 'yes' | 'no'
  /** Stands before the text. */
  readonly mark?: ReactNode
  /** Stands behind it, less loud. */
  readonly unit?: ReactNode
  /** The whole of a value that is shown shortened. */
  readonly copied?: string
}

const code = (value: unknown, maxChars: number): PlainCell => {
  const copied = asText(value)
  return { text: shortenMiddle(copied, maxChars), look: 'mono', copied }
}

const marks = {
  yes: <Icon name="check" size={14} />,
  no: <Icon name="minus" size={14} />,
}

function plainCountry(value: unknown): PlainCell {
  const country = countryOf(asText(value))
  return country ? { text: country.name, mark: <CountryTag code={country.code} /> } : { text: asText(value) }
}

/**
 * How a value looks in a row nobody is at, where text alone can say it, else null. Looks like `FieldContent`, and
 * takes a tenth of the work, which counts while rows by the hundred come into sight.
 */
export function plainCell(field: Field, value: unknown, context: TextContext): PlainCell | null {
  if (isNothing(value)) return { text: nothing, look: 'nothing' }
  switch (field.kind) {
    case 'string':
    case 'number':
    case 'choice':
      return field.mono ? code(value, codeChars.cell) : { text: displayText(field, value, context) }
    case 'pattern':
      return code(value, patternChars.cell)
    case 'text':
      return { text: firstLine(value) }
    case 'json':
      return { text: asText(value) }
    case 'decimal':
    case 'day':
    case 'currency':
    case 'merchant':
    case 'instant':
      return { text: displayText(field, value, context) }
    case 'money': {
      const { text, unit } = parted(value, context)
      return { text, unit: <span className={styles.unit}> {unit}</span> }
    }
    case 'country':
      return plainCountry(value)
    case 'boolean': {
      const look = value === true ? 'yes' : 'no'
      return { text: displayText(field, value, context), look, mark: marks[look] }
    }
    default:
      return null
  }
}
