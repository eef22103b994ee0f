import { countryOf, flagEmoji } from '@signalbox/model/countries'
import { currencyOf } from '@signalbox/model/currencies'
import type { Field, Kind } from '@signalbox/model/field'
import type { ReactNode } from 'react'
import { CopyText } from '../ui/copy-text.tsx'
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

interface ViewProps extends FieldViewProps {
  readonly layout: 'cell' | 'full'
  readonly context: TextContext
}

type View = (props: ViewProps) => ReactNode

function Plain({ field, value, layout, context }: ViewProps) {
  const text = displayText(field, value, context)
  if (field.mono) return <CopyText value={asText(value)} maxChars={layout === 'cell' ? 18 : 60} />
  if (layout === 'full') return <span className={styles.full}>{text}</span>
  return (
    <Tooltip content={text.length > 24 ? text : null}>
      <span className={styles.line}>{text}</span>
    </Tooltip>
  )
}

const shownChips = 2

/** The first few items, and how many more there are; the tooltip has them all. */
function Chips({ field, value, layout, context }: ViewProps) {
  const one: Field = { ...field, kind: itemKind[field.kind] ?? 'string' }
  const texts = asList(value).map((item) => displayText(one, item, context))
  const shown = layout === 'full' ? texts : texts.slice(0, shownChips)
  const more = texts.length - shown.length
  return (
    <Tooltip content={more > 0 ? texts.join(', ') : null}>
      <span className={styles.chips} data-layout={layout}>
        {shown.map((text) => (
          <span key={text} className={styles.chip}>
            {text}
          </span>
        ))}
        {more > 0 ? <span className={styles.more}>+{more}</span> : null}
      </span>
    </Tooltip>
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

function Country({ value }: ViewProps) {
  const code = asText(value)
  const country = countryOf(code)
  if (!country) return code
  return (
    <Tooltip content={code}>
      <span className={styles.line}>
        <Flag code={country.flag} emoji={flagEmoji(country.flag)} />
        {country.name}
      </span>
    </Tooltip>
  )
}

function Currency({ value }: ViewProps) {
  const code = asText(value)
  return (
    <Tooltip content={currencyOf(code)?.name}>
      <span>{code}</span>
    </Tooltip>
  )
}

function Merchant({ value, context }: ViewProps) {
  const name = context.merchantName(Number(value))
  return (
    <Tooltip content={name === asText(value) ? null : `${name} · ${asText(value)}`}>
      <span className={styles.line}>{name}</span>
    </Tooltip>
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

function Pattern({ value, layout }: ViewProps) {
  return <CopyText value={asText(value)} maxChars={layout === 'cell' ? 22 : 80} />
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
  instant: ({ value }) => <InstantView iso={asText(value)} />,
  pattern: Pattern,
  json: Json,
} satisfies Record<Kind, View>

/** How any value looks, in a list or in full. */
export function FieldView({ field, value, layout = 'cell' }: FieldViewProps) {
  const context = useTextContext()
  if (isNothing(value)) return <span className={styles.nothing}>{nothing}</span>
  const View: View = views[field.kind]
  return <View field={field} value={value} layout={layout} context={context} />
}
